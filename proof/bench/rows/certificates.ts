// How long it takes to issue 300 certificates, and to print them in one PDF, and how long other requests wait meanwhile.
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { signInToOffice } from './office.ts'

const participants = 300
const pauseMs = 20

/** Books a date of its own, issues certificates, and prints them while another request is repeated. */
export async function measureCertificates(
  loaded: LoadedInstance,
): Promise<{ seconds: number; slowest: number; text: string }> {
  const request = await signInToOffice(loaded)
  const { client } = loaded.instance
  const { rows } = await client.query<{ id: number }>(`
    with chosen as (select id from event order by id limit 1),
    date as (insert into event_date (event_id, participants_max, start_date, end_date, start_time, end_time)
      select id, ${participants}, current_date - 2, current_date - 1, '09:00', '17:00' from chosen returning id),
    people as (select id from contact where contact_type = 'person' order by id limit ${participants}),
    booked as (insert into booking (contact_id, date_id, status) select p.id, d.id, 'attended' from people p, date d)
    select id from date`)
  const dateId = rows[0]!.id
  const issuing = await request(`/dates/${dateId}/certificates`, {})
  const path = `/dates/${dateId}/certificates/pdf`
  // The first one compiles code.
  await request('/clients')
  let isPrinting = true
  const waits: number[] = []
  const others = (async () => {
    while (isPrinting) {
      waits.push((await request('/clients')).durationMs)
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  })()
  const { durationMs } = await request(path)
  isPrinting = false
  await others
  const seconds = (issuing.durationMs + durationMs) / 1000
  const slowest = Math.max(...waits)
  return {
    seconds,
    slowest,
    text: `${seconds.toFixed(1)} s for ${participants} (target: below 10), ${(issuing.durationMs / 1000).toFixed(1)} of them to issue them, other requests at most ${slowest.toFixed(0)} ms meanwhile (target: below 100), of ${waits.length}`,
  }
}
