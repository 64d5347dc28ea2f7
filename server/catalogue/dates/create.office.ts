// Dates in the back office: creates dates with all their child rows, several at once.
import type { Tx } from '../../platform/database/database.ts'
import { id } from '../../platform/database/fields.ts'
import { insertRows, reserveIds } from '../../platform/database/write-rows.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import { dateFields } from '../records/event-fields.ts'
import { storeValueLists } from '../records/value-lists.ts'
import type { DateContent } from './date.schema.office.ts'
import { rejectOverlaps } from './overlaps.ts'
import { ownDayCount } from './recurrence.office.ts'
import { validateDates } from './validate.office.ts'
import { writeDateLists } from './write.office.ts'

/** The initial values of a new date. */
export const emptyDate: Omit<DateContent, 'eventId'> = {
  clientId: 0,
  identifier: '',
  title: '',
  subtitle: '',
  status: 'planned',
  format: 'onsite',
  startDate: '',
  startTime: '',
  endDate: '',
  endTime: '',
  bookingStartDate: '',
  bookingEndDate: '',
  displayStartDate: '',
  displayEndDate: '',
  numberOfDays: 0,
  duration: '',
  lessonUnits: '',
  participantsMin: 0,
  participantsMax: 0,
  seatsElsewhere: 0,
  hasWaitingList: false,
  isBookable: true,
  isActive: true,
  isPublished: false,
  cooperationPartner: '',
  articleNo: '',
  websiteBookingLink: '',
  onlineLink: '',
  misc: [],
  metaData: [],
  ebgData: [],
  catalogueIds: [],
  locationIds: [],
  roomIds: [],
  fileIds: [],
  sessionDays: [],
  trainers: [],
  partners: [],
  responsiblePersons: [],
  prices: [],
  hotelQuotas: [],
  modules: [],
  pdfs: [],
  conferencePackageItems: [],
}

/**
 * Creates dates, with the number of their days if none is given; the number of statements does not depend on the number of dates.
 * @param fieldPath the path of a field of the n-th date in the request: `dates[2].endDate`
 * @returns their ids
 * @throws Failure 400 by field
 */
export async function createDates(
  tx: Tx,
  given: readonly DateContent[],
  fieldPath?: (nth: number, field: string) => string,
): Promise<number[]> {
  const dates = given.map((date) => ({ ...date, numberOfDays: date.numberOfDays || ownDayCount(date) }))
  const errors = await validateDates(tx, dates, 0, fieldPath)
  if (errors.length > 0) throw badRequest(errors)
  const ids = await reserveIds(tx, 'event_date', dates.length)
  await insertRows(
    tx,
    'event_date',
    { id: ['id', id], ...dateFields },
    dates.map((date, nth) => ({ ...storeValueLists(dateFields, date), id: ids[nth] })),
  )
  await writeDateLists(
    tx,
    dates.map((date, nth) => [ids[nth]!, date]),
  )
  await rejectOverlaps(tx, dates, ids, fieldPath)
  return ids
}
