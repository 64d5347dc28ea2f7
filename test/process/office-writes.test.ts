// Writes of the back office through kill -9: sent again with the same Idempotency-Key, each is executed once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instanceFolder } from '../support/data-folders.ts'
import { queryDatabase, removeDataFolder, serve, stop } from '../support/kontor-process.ts'
import { signInByInvitation } from '../support/office-process.ts'

const rounds = 3
const writers = 6
const acknowledgedPerRound = 20

test(`bookings during kill -9, ${rounds} times`, { timeout: 600_000 }, async () => {
  const data = await instanceFolder()
  after(() => removeDataFolder(data))
  let service = await serve(data)
  const session = await signInByInvitation(service, data)
  const query = (text: string) => queryDatabase<Record<string, number>>(data, text)
  const [event] = await query(`with e as (insert into event (title) values ('Excel') returning id)
    insert into event_date (event_id, participants_max, start_date, status)
      select id, 100000, '2040-01-01', 'confirmed' from e returning id as "dateId"`)
  const book = async (key: string) => {
    const answer = await fetch(`${service.url}/office/api/bookings`, {
      method: 'POST',
      headers: {
        ...session,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        dateId: event!['dateId'],
        status: 'booked',
        participants: [{ lastName: key, email: `${key}@crash.example` }],
      }),
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    return text
  }

  const sent = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    let acknowledged = 0
    const working = Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; ; index++) {
        const key = `r${round}w${writer}i${index}`
        sent.set(key, '')
        const answer = await book(key).catch((error) => {
          if (error instanceof assert.AssertionError) throw error
        })
        if (answer === undefined) return
        sent.set(key, answer)
        acknowledged++
      }
    })
    while (acknowledged < acknowledgedPerRound) await wait(5)
    service.child.kill('SIGKILL')
    await Promise.all(working)
    await service.ended
    service = await serve(data)
    for (const [key, answer] of sent) {
      const again = await book(key)
      if (answer !== '') assert.equal(again, answer, key)
      sent.set(key, again)
    }
    const [counts] = await query(
      'select (select count(*)::int from booking) bookings, (select count(*)::int from contact) contacts',
    )
    assert.deepEqual(counts, { bookings: sent.size, contacts: sent.size })
  }
  assert.equal(await stop(service), 0)
})
