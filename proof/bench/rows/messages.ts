// How long it takes to tell 1,000 participants of a move, how quickly their mails leave, how long other requests wait meanwhile,
// and how soon a date with 200 participants is rehearsed.
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '../../../test/support/servers/mail-server.ts'
import { startServeBeside } from '../../support/kontor.ts'
import { median } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { signInToOffice } from './office.ts'

const rehearsed = 200
const pauseMs = 20

/** A date in 30 days with participants who have an e-mail address. */
async function insertDate({ instance }: LoadedInstance, participants: number): Promise<number> {
  const { rows } = await instance.client.query<{ id: number }>(
    `with chosen as (select id from event order by id limit 1),
    date as (insert into event_date (event_id, participants_max, start_date, end_date, start_time, end_time)
      select id, $1, current_date + 30, current_date + 31, '09:00', '17:00' from chosen returning id),
    people as (select c.id from contact c where c.contact_type = 'person'
      and exists (select from email_address m where m.contact_id = c.id) order by c.id limit $1),
    booked as (insert into booking (contact_id, date_id, status) select p.id, d.id, 'booked' from people p, date d)
    select id from date`,
    [participants],
  )
  return rows[0]!.id
}

type MeasuredMessages = { name: string; isMet: boolean; text: string }

async function measureRehearsal(loaded: LoadedInstance): Promise<MeasuredMessages> {
  const request = await signInToOffice(loaded)
  const dateId = await insertDate(loaded, rehearsed)
  await loaded.instance.client.query(
    `insert into message_rule (date_id, cause, offset_days, recipients, has_calendar)
    values ($1, 'joining_instructions', -7, '{participant}', true)`,
    [dateId],
  )
  const durations: number[] = []
  for (let round = 0; round < 6; round++)
    durations.push((await request(`/dates/${dateId}/rehearsal`)).durationMs)
  // The first one compiles code.
  const [, ...warm] = durations
  const slowest = Math.max(...warm)
  return {
    name: `rehearsal of ${rehearsed} participants`,
    isMet: slowest < 500,
    text: `median ${median(warm).toFixed(0)} ms, max. ${slowest.toFixed(0)} ms (target: below 500)`,
  }
}

async function measureSending(loaded: LoadedInstance, told: number): Promise<MeasuredMessages[]> {
  await using stack = new AsyncDisposableStack()
  const { client, data, connection } = loaded.instance
  const mailServer = await startMailServer()
  stack.defer(() => mailServer.close())
  // It has no mail server, and would take jobs from the one that has.
  await loaded.service.stop()
  stack.defer(async () => {
    loaded.service = await loaded.instance.serve()
  })
  const service = await startServeBeside(data, connection, {
    extra: {
      KONTOR_URL: 'http://localhost',
      KONTOR_SMTP_URL: mailServer.settings.server.href,
      KONTOR_MAIL_FROM: 'Kontor <office@kontor.example>',
    },
  })
  stack.defer(() => service.stop())
  await client.query(
    `insert into setting (name, value) values ('message_delay_minutes', '0') on conflict (name) do update set value = excluded.value`,
  )
  const request = await signInToOffice({ ...loaded, service })
  const dateId = await insertDate(loaded, told)
  // The first one compiles code.
  await request(`/dates/${dateId}/move/message-preview`, await moveTo(31))
  const waits: number[] = []
  const { durationMs: queueMs } = await request(`/dates/${dateId}/move`, {
    ...(await moveTo(32)),
    messages: {},
  })
  const began = performance.now()
  while (mailServer.received.length < told) {
    waits.push((await request('/clients')).durationMs)
    await sleep(pauseMs)
    if (performance.now() - began > 300_000) throw new Error(`${mailServer.received.length} of ${told} mails`)
  }
  const sentSeconds = (performance.now() - began) / 1000
  const slowest = Math.max(...waits)
  return [
    {
      name: `telling ${told.toLocaleString('en')} participants`,
      isMet: queueMs < 5000,
      text: `${(queueMs / 1000).toFixed(1)} s until their mails are queued (target: below 5)`,
    },
    {
      name: 'sending their mails',
      isMet: slowest < 100,
      text: `${sentSeconds.toFixed(0)} s, ${(told / sentSeconds).toFixed(0)} a second; other requests at most ${slowest.toFixed(0)} ms meanwhile (target: below 100), of ${waits.length}`,
    },
  ]

  async function moveTo(days: number) {
    const { rows } = await client.query<{ version: number; startDate: string }>(
      `select coalesce(max(l.id), 0)::int as version, (current_date + $2::int)::text as "startDate"
       from event_date d left join change_log l on l.subject = 'date' and l.subject_id = d.id where d.id = $1 group by d.id`,
      [dateId, days],
    )
    return rows[0]!
  }
}

/** @param told how many participants are told */
export const measureMessages = async (loaded: LoadedInstance, told: number): Promise<MeasuredMessages[]> => [
  await measureRehearsal(loaded),
  ...(await measureSending(loaded, told)),
]
