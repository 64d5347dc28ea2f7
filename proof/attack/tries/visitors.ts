// Tries of visitors by the forms of the pages, which ask for no proof of work.
import { setTimeout as wait } from 'node:timers/promises'
import { mailsPerHour } from '../../../server/mail/visitor-budget.ts'
import { unprovenSeats } from '../../../server/website/booking/visitor-limits.ts'
import { withClient } from '../../support/with-client.ts'
import { encodeForm, formsOf } from '../fuzz/forms.ts'
import { atOnce, type Try, type TryContext } from './try.ts'

const type = 'application/x-www-form-urlencoded'

/** By the names of fields; others stay as the page shows them. */
type Entries = Readonly<Record<string, string>>

/** Sends the form of a page with a step that it offers. @returns the page after it; '': the page had no form */
async function submit(
  { send }: TryContext,
  path: string,
  page: string,
  entries: Entries,
  step?: string,
): Promise<string> {
  const [form] = formsOf(page)
  if (!form) return ''
  const fields = form.fields.map(({ name, value }): [string, string] => [name, entries[name] ?? value])
  const { body } = encodeForm(step === undefined ? fields : [...fields, ['step', step]], 'urlencoded')
  const answer = await send({
    method: 'POST',
    path: form.action === '' ? path : form.action,
    headers: { 'content-type': type },
    body,
  })
  return answer.text
}

const open = async ({ send }: TryContext, path: string): Promise<string> =>
  (await send({ method: 'GET', path, headers: {} })).text

/** Dates with many free seats that visitors can book. */
const findDates = (context: TryContext, count: number): Promise<number[]> =>
  withClient(context.connection, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `select d.id from event_date d join event e on e.id = d.event_id
       where d.is_published and e.is_published and d.is_bookable and d.start_date > current_date
         and d.client_id is distinct from (select max(id) from client)
         and not exists (select from series_module m where m.date_id = d.id)
       order by d.participants_max - d.booked_count - d.reserved_count desc, d.id limit $1`,
      [count],
    )
    return rows.map(({ id }) => id)
  })

const victim = 'somebody.else@attack.example'

export const visitorTries: readonly Try[] = [
  {
    // The watcher reports what stops the service.
    name: 'forms with as many parameters as half a megabyte holds, five at once',
    async run(context) {
      const body = 'a&'.repeat(262_143)
      const [id] = await findDates(context, 1)
      for (const path of ['/withdraw', `/book/${id}`, '/booking']) {
        const answers = await atOnce(5, () =>
          context
            .send({ method: 'POST', path, headers: { 'content-type': type }, body })
            .catch(() => undefined),
        )
        for (const answer of answers)
          if (answer) context.check(answer.status >= 400, `${path}: ${answer.status} for 262,143 parameters`)
      }
    },
  },
  {
    name: 'withdrawals in the name of somebody else, thirty in a row',
    long: true,
    async run(context) {
      for (let number = 0; number < 3 * mailsPerHour.address; number++) {
        const entries = { name: 'Win a prize at evil.example', contract: `order ${number}`, email: victim }
        const confirm = await submit(context, '/withdraw', await open(context, '/withdraw'), entries)
        await submit(context, '/withdraw', confirm, {})
      }
      const sent = await withClient(context.connection, async (client) => {
        let count = 0
        for (let unchanged = 0; unchanged < 5; await wait(1000)) {
          const { rows } = await client.query<{ count: number }>(
            'select count(*)::int as count from outbox_mail where recipient = $1 and sent_at is not null',
            [victim],
          )
          unchanged = rows[0]!.count === count ? unchanged + 1 : 0
          count = rows[0]!.count
        }
        return count
      })
      context.check(sent > 0, 'no mail was sent at all')
      context.check(
        sent <= mailsPerHour.address,
        `${sent} mails were sent to an address that nobody has proven`,
      )
    },
  },
  {
    name: 'seats of twenty dates by the form',
    long: true,
    async run(context) {
      const ids = await findDates(context, 20)
      const countSeats = () =>
        withClient(context.connection, async (client) => {
          const { rows } = await client.query<{ count: number }>(
            `select count(*)::int as count from booking b join booking_status s on s.status = b.status
             where b.date_id = any($1) and s.counts_as in ('booked', 'reserved')`,
            [ids],
          )
          return rows[0]!.count
        })
      const before = await countSeats()
      for (const id of ids) {
        const path = `/book/${id}`
        const entries = {
          kind: 'consumer',
          self: 'later',
          'orderer.firstName': 'Robin',
          'orderer.lastName': `Beispiel ${id}`,
          'orderer.email': `visitor.${id}@attack.example`,
          'invoiceTo.street': 'Weg 1',
          'invoiceTo.zip': '20095',
          'invoiceTo.city': 'Hamburg',
        }
        // The pages do not offer every date of the catalogue, nor four seats of each.
        const longer = await submit(context, path, await open(context, path), { seatCount: '4' }, 'seats')
        const review = await submit(context, path, longer, entries, 'review')
        await submit(context, path, review, {}, 'book')
      }
      const booked = (await countSeats()) - before
      context.check(booked > 0, 'no seat was booked at all')
      context.check(booked <= unprovenSeats.network, `a network has booked ${booked} seats without any proof`)
    },
  },
]
