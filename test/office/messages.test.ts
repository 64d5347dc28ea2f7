// Messages in the office: a booking is told in its dialog and called back, a date is moved and told, a message is written.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { browserTest, type Visitor } from './office.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
const folder = process.env['KONTOR_TEST_PICTURES']

const picture = async ({ page }: Visitor, name: string): Promise<void> => {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

async function dateWithPerson({ create }: Visitor, name: string) {
  const event = await create('/events', { title: `Nachrichten ${name}` })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(40),
    startTime: '09:00',
    endTime: '17:00',
    status: 'planned',
    participantsMax: 5,
  })
  const person = await create('/contacts', {
    contactType: 'person',
    firstName: 'Nora',
    lastName: name,
    salutation: 'ms',
    emails: [{ email: `${name.toLowerCase()}@k.example`, isDefault: true }],
  })
  return { date, person }
}

browserTest(
  'the dialog names the person booked; the message is called back from the app bar',
  async (open) => {
    const visitor = await open.administrator()
    const { page, go, call, settled } = visitor
    const { date } = await dateWithPerson(visitor, 'Bucherin')
    await go(`/dates/${date.id}`)
    await settled()
    await page.getByRole('button', { name: 'Buchen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Person suchen/).fill('Bucherin')
    await page.getByRole('option', { name: /Nora Bucherin/ }).click()
    const told = dialog.getByRole('region', { name: 'Buchungsbestätigung' })
    await told.getByText('Nora Bucherin', { exact: true }).waitFor()
    await told.getByText('Buchungsbestätigung: Nachrichten Bucherin').waitFor()
    await told.getByText('Sehr geehrte Frau Bucherin', { exact: false }).waitFor()
    await told.getByRole('button', { name: 'Text ändern' }).click()
    await told.getByLabel('Betreff', { exact: true }).fill('Ihr Platz ist sicher')
    await picture(visitor, 'booking-dialog')
    await dialog.getByRole('button', { name: 'Buchen' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Nachricht(en)? warte[tn]/ }).click()
    await picture(visitor, 'waiting')
    const { json: waiting } = await call('GET', '/messages/waiting')
    const own = waiting.find(({ dateId }: { dateId: number }) => dateId === date.id)
    assert.deepEqual([own.subject, own.waitingCount], ['Ihr Platz ist sicher', 1])
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Nachrichten Bucherin' })
      .getByRole('button', { name: 'Zurückrufen' })
      .click()
    await page.getByText('Die Nachricht ist zurückgerufen.').waitFor()
    const { json: messages } = await call('GET', `/dates/${date.id}/messages`)
    assert.equal(messages[0].calledBackCount, 1)
  },
)

browserTest(
  'in English: a date is moved and told; its page shows the message, and one is written to a participant',
  async (open) => {
    const visitor = await open.administrator({ locale: 'en-GB' })
    const { page, go, call, create, settled } = visitor
    const { date, person } = await dateWithPerson(visitor, 'Moved')
    await create('/bookings', { dateId: date.id, status: 'booked', participants: [{ contactId: person.id }] })
    const rule = {
      ...{ offsetDays: -7, recipients: ['participant'], templateId: 0, hasCalendar: false },
      ...{ fileRights: [], documentKinds: [], isEnabled: true },
    }
    await call('PATCH', '/message-rules', {
      ...{ dateId: date.id, cause: 'joining_instructions', version: 0 },
      rules: [rule],
    })
    await go(`/dates/${date.id}`)
    await settled()
    const part = page.getByRole('region', { name: 'Messages' })
    await part.getByText('The location is missing.').waitFor()
    await part.getByText('Show the texts for all recipients').click()
    await part.getByText('moved@k.example', { exact: false }).waitFor()
    await picture(visitor, 'date-messages')
    await page
      .getByRole('button', { name: 'Cancel date' })
      .or(page.getByRole('button', { name: /^Cancel/ }))
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('region', { name: 'Cancellation of the date' })
      .getByText('Nora Moved', { exact: true })
      .waitFor()
    await picture(visitor, 'cancel-date')
    await dialog
      .getByRole('button', { name: /^Cancel/ })
      .last()
      .click()
    await dialog.waitFor({ state: 'detached' })
    await part.getByText('Cancellation of the date').waitFor()
    const { json: bookings } = await call('GET', `/dates/${date.id}/bookings`)
    await go(`/bookings/${bookings[0].id}`)
    await settled()
    await page.getByText('Cancellation of the date').waitFor()
    await page.getByRole('button', { name: 'Write a message' }).click()
    await dialog.getByLabel('Subject', { exact: true }).fill('Question')
    await dialog.getByLabel('Text', { exact: true }).fill('Hello {{ person.firstNam }}')
    await dialog
      .getByText('did you mean', { exact: false })
      .or(dialog.getByText('Did you mean', { exact: false }))
      .waitFor()
    await dialog.getByLabel('Text', { exact: true }).fill('Hello {{ person.firstName }}')
    await dialog.getByText('Hello Nora').waitFor()
    await picture(visitor, 'write')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Question', { exact: true }).waitFor()
  },
)

browserTest('the templates of the causes are changed in the office', async (open) => {
  const visitor = await open.administrator()
  const { page, go, settled } = visitor
  await go('/communication-templates')
  await settled()
  await page.getByRole('button', { name: 'Erinnerung' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Englisch' }).click()
  await dialog.getByLabel(/Betreff englisch/).fill('Do not forget {{ date.titel }}')
  await dialog.getByText('date.title', { exact: false }).waitFor()
  await picture(visitor, 'template')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
})
