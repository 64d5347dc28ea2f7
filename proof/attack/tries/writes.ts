// Tries with writes that meet each other.
import pg from 'pg'
import { atOnce, recordOf, type Try } from './try.ts'

const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

export const writeTries: readonly Try[] = [
  {
    name: 'the same contact thirty times at once',
    async run({ api, check }) {
      const body = { lastName: 'Zwilling', email: 'zwilling@attack.example' }
      const answers = await atOnce(30, () => api('admin', 'POST', '/contacts', body))
      check(countOf(answers, 200) === 1, `${countOf(answers, 200)} of 30 equal contacts were made`)
      check(countOf(answers, 409) === 29, `${countOf(answers, 409)} of 30 equal contacts were a conflict`)
    },
  },
  {
    name: 'thirty changes of the same version of a record',
    async run({ api, office, check }) {
      const made = await api('admin', 'POST', '/contacts', {
        lastName: 'Viele',
        email: 'viele@attack.example',
      })
      const path = `/contacts/${recordOf(made).id}`
      const { version } = recordOf(await office('admin', 'GET', path))
      const answers = await atOnce(30, (index) =>
        office('admin', 'PATCH', path, { version, firstName: `Nummer ${index}` }),
      )
      check(countOf(answers, 200) === 1, `${countOf(answers, 200)} of 30 changes of one version were made`)
      check(
        countOf(answers, 409) === 29,
        `${countOf(answers, 409)} of 30 changes of one version were a conflict`,
      )
    },
  },
  {
    name: 'two people change each other’s records crosswise',
    async run({ api, check }) {
      const ids = [1, 2].map(async (index) => {
        const body = { lastName: `Kreuz ${index}`, email: `kreuz${index}@attack.example` }
        return recordOf(await api('admin', 'POST', '/contacts', body)).id as number
      })
      const [first, second] = await Promise.all(ids)
      const answers = await atOnce(60, (index) =>
        api('admin', 'PATCH', `/contacts/${index % 2 ? first : second}`, {
          position: `Stelle ${index}`,
          company: `Firma ${index}`,
        }),
      )
      check(countOf(answers, 200) === 60, `${countOf(answers, 200)} of 60 changes were made`)
    },
  },
  {
    name: 'an idempotency key with equal and with other bodies',
    async run({ api, check }) {
      const headers = { 'idempotency-key': 'attack-1' }
      const equal = await atOnce(20, () =>
        api('admin', 'POST', '/todo/import', { subject: 'Einmal' }, headers),
      )
      const ids = new Set(equal.filter(({ status }) => status === 200).map((answer) => recordOf(answer).id))
      check(ids.size === 1, `a key made ${ids.size} records`)
      check(
        countOf(equal, 200) + countOf(equal, 409) === 20,
        'a repetition is neither the first answer nor 409',
      )
      const other = await atOnce(20, (index) =>
        api('admin', 'POST', '/todo/import', { subject: `Anders ${index}` }, headers),
      )
      check(countOf(other, 409) === 20, `${countOf(other, 409)} of 20 other bodies were a conflict`)
    },
  },
  {
    name: 'the last seats of a date, booked by all at once',
    async run({ office, check }) {
      const dates = JSON.parse((await office('admin', 'GET', '/bookable-dates')).text) as { id: number }[]
      const date = dates[0]
      if (!date) return
      const contacts = JSON.parse((await office('admin', 'GET', '/contacts?perPage=40')).text) as {
        id: number
      }[]
      const answers = await atOnce(contacts.length, (index) =>
        office('admin', 'POST', '/bookings', {
          dateId: date.id,
          status: 'booked',
          participants: [{ contactId: contacts[index]!.id }],
        }),
      )
      const seats = recordOf(await office('admin', 'GET', `/dates/${date.id}/seats`))
      check(
        !(seats.freeSeats < 0),
        `a date has ${seats.freeSeats} free seats (${countOf(answers, 200)} bookings)`,
      )
    },
  },
  {
    name: 'thirty writers while a table is locked',
    long: true,
    accepted: {
      why: 'a write that has waited for a lock for five seconds, or for its turn for ten, is asked to come again',
      of: ({ headers }) => headers['retry-after'] === '2',
    },
    expectedLog: 'lock timeout|canceling statement|waited 10000 ms',
    async run({ api, send, connection, check, expect }) {
      const client = new pg.Client(connection)
      await client.connect()
      try {
        await client.query('begin; lock table lead')
        const writers = atOnce(30, (index) =>
          api('admin', 'POST', '/leads/createLead', { leadContact: 1, subject: `Gesperrt ${index}` }),
        )
        for (let index = 0; index < 10; index++) {
          const body = { lastName: `Frei ${index}`, email: `frei${index}@attack.example` }
          expect(await api('admin', 'POST', '/contacts', body), [200], 'an unrelated write')
          expect(await send({ method: 'GET', path: '/readyz' }), [200], 'the readiness')
        }
        const answers = await writers
        check(countOf(answers, 503) === 30, `${countOf(answers, 503)} of 30 writers were asked to come again`)
        await client.query('rollback')
      } finally {
        await client.end()
      }
      expect(
        await api('admin', 'POST', '/leads/createLead', { leadContact: 1, subject: 'Danach' }),
        [200, 400],
        'a write afterwards',
      )
    },
  },
]
