// Row 5: one category while one of its dates is booked 50 times a second, compared with the same without bookings. Every response is
// checked.
import { join } from 'node:path'
import { getBody } from '../../support/kontor.ts'
import { run } from '../../support/processes.ts'
import type { Row } from '../compare.ts'
import { eventsPath } from '../instance/catalogue.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import type { CheckingOptions, CheckResult } from '../load/checking.ts'
import { connections, type LoadSide } from '../load/load.ts'

const perSecond = 50
/** The maximum of the date: its free seats must not run out. */
const seats = 1_000_000

const script = join(import.meta.dirname, '../load/checking.ts')

export async function* bookingRows({ instance, service, targets }: LoadedInstance): AsyncGenerator<Row> {
  const { client, connection, token } = instance
  const { bookedDate: dateId } = targets
  const path = eventsPath(`catalogCategoryId=${targets.smallest}`)
  const { rows } = await client.query<{ id: number; before: number }>(
    `insert into contact (contact_type, last_name) values ('person', 'Bench')
     returning id, (select participants_max from event_date where id = $1) as before`,
    [dateId],
  )
  const { id: contactId, before } = rows[0]!
  await client.query('update event_date set participants_max = $2 where id = $1', [dateId, seats])

  const totals = { answers: 0, bookings: 0, seconds: 0 }
  const side = (bookings: number): LoadSide => ({
    address: service.address,
    async load(seconds) {
      const options: CheckingOptions = {
        ...{ address: service.address, token, path, connections, seconds, dateId, contactId, connection },
        perSecond: bookings,
      }
      const checked: CheckResult = JSON.parse(await run([process.execPath, script, JSON.stringify(options)]))
      if (checked.stale + checked.ahead > 0)
        throw new Error(`${checked.stale} of ${checked.answers} responses are stale, ${checked.ahead} ahead`)
      totals.answers += checked.answers
      if (bookings > 0) {
        totals.bookings += checked.bookings
        totals.seconds += seconds
      }
      return checked.rate
    },
  })
  yield {
    row: 5,
    name: `GET /events, one category, ${perSecond} bookings a second`,
    bytes: (await getBody(service, path, token)).length,
    targetRatio: 0.7,
    product: side(perSecond),
    ceiling: side(0),
    alternating: true,
    check: async () =>
      `${totals.answers.toLocaleString('en')} responses checked, none stale; ${(totals.bookings / totals.seconds).toFixed(0)} bookings a second`,
  }
  await client.query('delete from booking where contact_id = $1', [contactId])
  await client.query('delete from contact where id = $1', [contactId])
  await client.query('update event_date set participants_max = $2 where id = $1', [dateId, before])
}
