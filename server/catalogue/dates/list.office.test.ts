// The order of the list of dates.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn({ rights: ['catalogue'] })

const created = async (path: string, body: object): Promise<{ id: number }> => {
  const { status, json, text } = await office.call('POST', path, body)
  assert.equal(status, 200, text)
  return json[0]
}

test('a series that began before the first day of the list is below the dates that come', async () => {
  const event = await created('/events', { title: 'Rhetorik' })
  const newDate = (title: string, startDate: string, endDate: string, more: object = {}) =>
    created('/dates', { eventId: event.id, title, startDate, endDate, ...more })
  const module = await newDate('Modul', '2030-03-01', '2030-03-01')
  const modules = [{ moduleEventId: event.id, dates: [{ linkedDateId: module.id }] }]
  await newDate('Laufende Reihe', '2029-10-01', '2030-06-01', { modules })
  await newDate('Ältere Reihe', '2029-09-01', '2030-06-01', { modules })
  await newDate('Kommende Reihe', '2030-02-02', '2030-06-01', { modules })
  await newDate('Läuft seit gestern', '2030-01-31', '2030-02-01')
  await newDate('Vorbei', '2030-01-01', '2030-01-02')

  const titles = async (query: string): Promise<string[]> =>
    (await office.call('GET', `/dates?${query}`)).json.map(({ title }: { title: string }) => title)
  const upcoming = ['Läuft seit gestern', 'Kommende Reihe', 'Modul']
  const running = ['Ältere Reihe', 'Laufende Reihe']
  assert.deepEqual(await titles('from=2030-02-01'), [...upcoming, ...running])
  assert.deepEqual(await titles('from=2030-02-01&q=reihe'), ['Kommende Reihe', ...running])
  assert.deepEqual(await titles('from=2030-02-01&sort=startDate&order=asc&perPage=2&page=2'), [
    'Modul',
    'Ältere Reihe',
  ])
  assert.deepEqual(await titles('from=2030-02-01&sort=startDate&order=desc'), [
    'Modul',
    'Kommende Reihe',
    'Läuft seit gestern',
    'Laufende Reihe',
    'Ältere Reihe',
  ])
  assert.equal((await titles('sort=startDate&order=asc'))[0], 'Ältere Reihe')
})
