// The same change of several dates, with a preview: each date is changed like by its form.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Principal } from '../../platform/auth/principal.ts'
import {
  BulkRow,
  type BulkValue,
  bulkChange,
  bulkPreview,
  changedIds,
  changeRecords,
  ListChange,
  previewChange,
} from '../../platform/database/bulk-change.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { dateBulkRights } from '../../platform/ground/rights.ts'
import { Count, partly, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { dateTitle } from '../records/names.sql.ts'
import type { DateContent } from './date.schema.office.ts'
import { type PlannedDate, planningHints } from './planning-hints.ts'
import { assertMayPublish } from './publish-right.ts'
import { findDate, toDateContent } from './read.office.ts'
import { changeDate } from './write.office.ts'

const Change = record(
  partly({
    status: Type.String({ minLength: 1, maxLength: 50 }),
    format: Type.String({ maxLength: 50 }),
    isPublished: Type.Boolean(),
    isActive: Type.Boolean(),
    isBookable: Type.Boolean(),
    hasWaitingList: Type.Boolean(),
    participantsMin: Count,
    participantsMax: Count,
    /** Percent by which all prices change. */
    pricePercent: Type.Number({ minimum: -100, maximum: 1000 }),
    trainerIds: ListChange,
    locationIds: ListChange,
    catalogueIds: ListChange,
  }),
)
type Change = Static<typeof Change>

const trainerIdsOf = ({ trainers }: Pick<DateContent, 'trainers'>): number[] =>
  trainers.map(({ trainerId }) => trainerId)

/** The trainers stay in their order; if the main trainer goes, the first one follows. */
function changedTrainers({ trainers }: DateContent, change: ListChange): DateContent['trainers'] {
  const rows = changedIds(trainerIdsOf({ trainers }), change).map(
    (trainerId) =>
      trainers.find((one) => one.trainerId === trainerId) ?? { trainerId, isMain: false, isListed: true },
  )
  return rows.some(({ isMain }) => isMain) || !trainers.some(({ isMain }) => isMain)
    ? rows
    : rows.map((row, index) => (index === 0 ? { ...row, isMain: true } : row))
}

/** The rooms of locations that a date no longer has go with them. */
async function roomsOf(reader: Reader, roomIds: readonly number[], locationIds: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from room where id = any(${roomIds}::int[]) and location_id = any(${locationIds}::int[]) order by id`.execute(
    reader,
  )
  return rows.map(({ id }) => id)
}

const byPercent = (amount: number | null, percent: number): number | null =>
  amount === null ? null : Math.round(amount * (100 + percent)) / 100

async function contentAfter(tx: Tx, date: DateContent, change: Change): Promise<Partial<DateContent>> {
  const { pricePercent, trainerIds, locationIds: locations, catalogueIds, ...values } = change
  const locationIds = locations && changedIds(date.locationIds, locations)
  return {
    ...values,
    ...(trainerIds && { trainers: changedTrainers(date, trainerIds) }),
    ...(locationIds && { locationIds, roomIds: await roomsOf(tx, date.roomIds, locationIds) }),
    ...(catalogueIds && { catalogueIds: changedIds(date.catalogueIds, catalogueIds) }),
    ...(pricePercent !== undefined && {
      prices: date.prices.map((price) => ({
        ...price,
        grossPrice: byPercent(price.grossPrice, pricePercent),
        netPrice: byPercent(price.netPrice, pricePercent),
      })),
    }),
  }
}

/** The values of the changed fields as the preview shows them. */
function shownValues(date: DateContent, given: Partial<DateContent>): Record<string, BulkValue> {
  const { trainers, prices, roomIds: _, ...others } = given
  return {
    ...(Object.fromEntries(
      Object.keys(others).map((field) => [field, date[field as keyof typeof others]]),
    ) as Record<string, BulkValue>),
    ...(trainers && { trainerIds: trainerIdsOf(date) }),
    ...(prices && { prices: date.prices.map(({ grossPrice, netPrice }) => grossPrice ?? netPrice ?? 0) }),
  }
}

async function describe(tx: Tx, id: number) {
  const { rows } = await sql<{ name: string; day: string }>`
    select ${dateTitle} as name, coalesce(d.start_date::text, '') as day
    from event_date d join event e on e.id = d.event_id where d.id = ${id}`.execute(tx)
  return rows[0] ?? { name: `#${id}`, day: '' }
}

function workOf(principal: Principal, change: Change) {
  assertMayPublish(principal, change.isPublished, !change.isPublished)
  const changed: { id: number; before: PlannedDate; after: PlannedDate }[] = []
  return {
    subject: 'date' as const,
    describe,
    change: async (tx: Tx, id: number) => {
      const stored = (await findDate(tx, id))!
      const date = toDateContent(stored)
      const given = await contentAfter(tx, date, change)
      await changeDate(tx, id, stored, given)
      const next = { ...date, ...given }
      changed.push({ id, before: { ...date, id }, after: { ...next, id } })
      return { before: shownValues(date, given), after: shownValues(next, given) }
    },
    findWarnings: async (tx: Tx) => {
      const hintsOf = (side: 'before' | 'after') =>
        planningHints(
          tx,
          changed.map((one) => one[side]),
        )
      const [before, after] = [await hintsOf('before'), await hintsOf('after')]
      return new Map(
        changed.map(({ id }, nth) => [
          id,
          after[nth]!.filter(({ code, message }) =>
            before[nth]!.every((one) => one.code !== code || one.message !== message),
          ).map(({ isForbidden: _, ...warning }) => warning),
        ]),
      )
    },
  }
}

export const previewBulkChange = officeEndpoint({
  method: 'POST',
  path: '/dates/bulk-preview',
  isPreview: true,
  right: dateBulkRights,
  body: bulkPreview(Change),
  response: Type.Array(BulkRow),
  handle: async ({ tx, principal, body: { ids, change } }) =>
    previewChange(tx, ids, workOf(principal, change)),
})

export const applyBulkChange = officeEndpoint({
  method: 'POST',
  path: '/dates/bulk-change',
  right: dateBulkRights,
  body: bulkChange(Change),
  response: Type.Array(BulkRow),
  handle: async ({ tx, principal, body: { records, change } }) =>
    changeRecords(tx, records, workOf(principal, change)),
})
