// The demo's data set: users, the two clients, and saved views of lists.
import { slug } from './names.ts'

export const clients = [
  { id: 1, name: 'Morgenfurt Akademie GmbH' },
  { id: 2, name: 'Morgenfurt Pflegecampus gGmbH' },
]

const domain = 'morgenfurt-akademie.example'
const user = (
  id: number,
  name: string,
  clientIds: number[],
  access: { rights?: string[]; roleIds?: number[] },
  more: { admin?: boolean; crm?: boolean } = {},
) => ({
  id,
  name,
  email: `${slug(name)}`.replace('-', '.').concat(`@${domain}`),
  clientIds,
  defaultClientId: clientIds[0]!,
  rights: access.rights ?? [],
  roleIds: access.roleIds ?? [],
  admin: more.admin ?? false,
  crm: more.crm ?? false,
})

/** Their roles are those with which an instance begins: 1 clerk, 2 sales, 3 training office, 4 accounting. */
export const users = [
  user(1, 'Katharina Lindner', [1, 2], {}, { admin: true, crm: true }),
  user(2, 'Jörg Paulsen', [1], { roleIds: [3, 4], rights: ['lead'] }, { crm: true }),
  user(3, 'Leyla Demir', [1, 2], { roleIds: [1, 2] }, { crm: true }),
  user(4, 'Hannes Vogt', [1], { rights: ['090300:access', 'booking:access', 'lead:access', 'task'] }),
  user(5, 'Wiebke Carstens', [2], { roleIds: [2] }, { crm: true }),
  user(6, 'Webseite Schnittstelle', [1, 2], { rights: ['090300:add', '090300:access'] }),
]

const contact = (salutation: string, first_name: string, name: string, phone: string) => ({
  salutation,
  name,
  first_name,
  email: `${slug(first_name)}.${slug(name)}@${domain}`,
  phone,
  image_url: `https://www.${domain}/bilder/team/${slug(name)}.jpg`,
})
export const staff = [
  contact('ms', 'Leyla', 'Demir', '0221 4710101'),
  contact('mr', 'Jörg', 'Paulsen', '0221 4710102'),
  contact('ms', 'Wiebke', 'Carstens', '0221 4710103'),
  contact('mr', 'Hannes', 'Vogt', '0221 4710104'),
]

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
