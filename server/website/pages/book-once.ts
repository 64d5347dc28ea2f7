// Books once for each form, however often it is sent: a double click, a reload, the back button, a copy in another tab.
import { createHash } from 'node:crypto'
import { createOrderLink } from '../../bookings/orders/order-link.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { isUuid } from '../../platform/ground/text.ts'
import { ProblemFailure } from '../../platform/http/public/problem.ts'
import type { WebsiteFormRequest } from '../../platform/pages/website-pages.ts'
import type { VisitorBooking } from '../booking/booking.schema.ts'
import { placeBooking, prepareBooking } from '../booking/bookings.public.ts'
import { findBookedForm, keepBookedForm, lockForm, type SentForm } from '../booking/order-form.sql.ts'
import type { PageContext } from './page-frame.ts'

/** Fields that the visitor does not fill in. */
const ownFields = new Set([
  'once',
  'step',
  'price',
  'seats',
  'confirmed',
  'homepage',
  'wait',
  'waits',
  'switch',
])

/** The form of a date with its key; undefined: it has none. Buttons of a form lead to other dates. */
export function toSentForm({ params, fields }: WebsiteFormRequest): SentForm | undefined {
  const key = fields.get('once') ?? ''
  if (!isUuid(key)) return undefined
  const entered = [...fields].filter(([name, text]) => !ownFields.has(name) && text !== '').toSorted()
  return {
    key,
    entries: createHash('sha256')
      .update(JSON.stringify([params['dateId'], entered]))
      .digest(),
  }
}

/** The booking of a form. */
export type Booked = {
  /** The same was entered as in the form that booked. */
  isSame: boolean
  isToConfirm: boolean
  /** The page of the order; '': the form does not open it any more, or it waits for its confirmation. */
  orderPath: string
}

/** Why nothing was booked. */
/** `dateId`: the date without enough seats; 0: another reason. */
export type Refusal = {
  code: string
  status: number
  dateId: number
  free: number | null
  fields: readonly string[]
}

const refusalOf = (failure: Failure): Refusal => ({
  code: failure instanceof ProblemFailure ? failure.problem : failure.text.code,
  status: failure.status,
  dateId: failure instanceof ProblemFailure ? Number(failure.members['dateId'] ?? 0) : 0,
  free: failure instanceof ProblemFailure ? ((failure.members['free'] as number | null) ?? null) : null,
  fields: failure.details.map(({ field }) => field),
})

const toBooked = async (tx: Tx, isSame: boolean, orderId: number | null, opensOrder: boolean) => ({
  isSame,
  isToConfirm: orderId === null,
  orderPath: orderId !== null && opensOrder ? await createOrderLink(tx, orderId) : '',
})

async function earlierBooking(tx: Tx, form: SentForm, now: Date): Promise<Booked | undefined> {
  const found = await findBookedForm(tx, form, now)
  return found && toBooked(tx, found.isSame, found.orderId, found.opensOrder)
}

/** The earlier booking of a form; undefined: it has made none. */
export const findEarlier = async (
  { db }: PageContext['instance'],
  { now, transact }: WebsiteFormRequest,
  form: SentForm,
): Promise<Booked | undefined> =>
  (await findBookedForm(db, form, now)) && transact((tx) => earlierBooking(tx, form, now))

/** Books, unless the form has done so meanwhile. */
export async function bookOnce(
  { instance, settings: { key } }: PageContext,
  request: WebsiteFormRequest,
  form: SentForm | undefined,
  body: VisitorBooking,
  pagePath: string,
): Promise<Booked | Refusal> {
  const { now, today, origin } = request
  const { timeZone } = instance.settingsCache.settings
  const page = instance.settingsCache.settings.publicUrl + pagePath
  const bookingRequest = await prepareBooking(instance, { key, body, now, timeZone, today, origin, page })
  try {
    return await request.transact(async (tx) => {
      if (form) await lockForm(tx, form)
      const earlier = form && (await earlierBooking(tx, form, now))
      if (earlier) return earlier
      const booked = await placeBooking(tx, bookingRequest)
      if (form) await keepBookedForm(tx, form, booked, now)
      return toBooked(tx, true, 'orderId' in booked ? booked.orderId : null, true)
    })
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    return refusalOf(error)
  }
}
