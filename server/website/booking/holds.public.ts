// POST /holds: seats are held while a visitor fills in the form.
import Type from 'typebox'
import { holdSeats } from '../../bookings/hold-seats.ts'
import { maxSeats } from '../../bookings/max-seats.ts'
import { lockForNewSeats } from '../../bookings/waiting-list/promote.ts'
import { saveAndNotify } from '../../messages/save-and-notify.ts'
import { networksOf } from '../../platform/ground/network.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { publicWrite } from '../../platform/http/public/public-write.ts'
import { assertBookable, chooseShownModules, findShownDate, seatsTakenProblem } from './bookable-date.ts'
import { moduleDateIds } from './booking.schema.ts'
import { rejectTooManyHolds } from './visitor-limits.ts'

export const createHold = publicWrite({
  path: '/holds',
  id: 'createHold',
  tag: 'Booking',
  summary: 'Hold seats',
  description: `Seats are held for 15 minutes, and count as taken meanwhile. With \`holdId\`, a hold is extended, and may get another
number of seats; one that has run out is held anew, if there are seats. Booking with the hold uses it up; otherwise the seats are given
back when it runs out. 409 with \`free\` if there are not enough seats. From an address, ${maxSeats} seats are held at most; with a secret
key, the website answers for its visitors.`,
  body: record({
    dateId: Id,
    moduleDateIds,
    seats: Type.Integer({ minimum: 1, maximum: maxSeats }),
    holdId: Type.Optional(Type.String({ format: 'uuid', description: 'A hold that this one replaces' })),
  }),
  response: record({
    id: Type.String({ format: 'uuid' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When the seats are given back' }),
  }),
  examples: {
    body: { dateId: 139, seats: 2 },
    response: { id: '1f6c0a52-6d0e-4c1b-9a51-0f3f6e0b7c11', expiresAt: '2027-01-15T10:45:00.000Z' },
  },
  isBeginning: ({ holdId }) => holdId === undefined,
  prepare: async (instance, request) => ({
    request,
    date: await findShownDate(instance, request, request.body.dateId),
  }),
  async work(tx, { request, date }) {
    assertBookable(date)
    const { key, body, origin } = request
    const { dateId, seats, holdId } = body
    const visitorNetwork = key.isSecret ? '' : networksOf(origin.address)[1]
    const { id, expiresAt } = await seatsTakenProblem(request, () =>
      saveAndNotify(tx, request, async (allocation) => {
        if (!key.isSecret) await rejectTooManyHolds(tx, visitorNetwork, body)
        const modules = await chooseShownModules(tx, date, body)
        const dateIds = [dateId, ...modules]
        await lockForNewSeats(allocation, dateIds, holdId)
        return holdSeats(allocation, { seats: [{ dateIds, seats }], holdId, visitorNetwork })
      }),
    )
    return { id, expiresAt: expiresAt.toISOString() }
  },
})
