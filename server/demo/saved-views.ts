// The demo's data set: saved views of lists.
const view = (
  id: number,
  userId: number,
  resource: string,
  name: string,
  filter: object,
  sort: [sort: string, sortOrder: 'asc' | 'desc'],
  shared = true,
) => ({ id, userId, resource, name, shared, filter, sort: sort[0], sortOrder: sort[1] })

export const savedViews = [
  view(1, 1, 'dates', 'Zu wenige Buchungen', { seats: 'belowMinimum', status: ['planned'] }, [
    'startDate',
    'asc',
  ]),
  view(2, 1, 'dates', 'Ausgebucht mit Warteliste', { seats: 'waitlisted' }, ['startDate', 'asc']),
  view(3, 2, 'bookings', 'Storniert', { status: ['cancelled'] }, ['createdAt', 'desc']),
  view(4, 3, 'bookings', 'Reserviert', { status: ['reserved'] }, ['startDate', 'asc']),
  view(5, 2, 'orders', 'Über die Website', { source: 'website' }, ['createdAt', 'desc']),
  view(6, 1, 'dates', 'Online', { format: ['online'] }, ['startDate', 'asc'], false),
]
