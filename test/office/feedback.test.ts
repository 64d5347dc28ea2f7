// Feedback in a browser: given on a phone without script, read in the office; questions of an event.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { browserTest, runStatement, type Visitor } from './office.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe finds nothing serious. */
async function assertAccessible({ page }: Visitor): Promise<void> {
  const found = await page.evaluate(async () => {
    const { axe: loaded } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    return (await loaded.run()).violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} ${nodes[0]!.html}`)
  })
  assert.deepEqual(found, [])
}

const day = (count: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now() + count * 86_400_000)

/** A link to the feedback of a booking. */
async function linkOf(bookingId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  await runStatement(
    `insert into feedback_invitation (booking_id, hash) values (${bookingId}, decode('${hash}', 'hex'))`,
  )
  return `/feedback/${secret}`
}

browserTest('feedback is given on a phone, and read on the page of the date', async (open) => {
  const admin = await open.administrator()
  const { create, call, go, page, settled } = admin
  await admin.context.addInitScript(axe)
  const event = await create('/events', { title: 'Feedback geben' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: day(-1),
    endDate: day(-1),
    status: 'completed',
    participantsMax: 8,
  })
  const participants = ['Ada', 'Bob', 'Cleo', 'Dora'].map((firstName) => ({
    firstName,
    lastName: 'Feedback',
    email: `${firstName.toLowerCase()}@feedback.example`,
  }))
  await create('/bookings', { dateId: date.id, status: 'booked', participants })
  const bookings: { id: number }[] = (await call('GET', `/bookings?dateId=${date.id}`)).json

  await go(`/feedback-questions/${event.id}`)
  await page.getByRole('button', { name: 'Mit den allgemeinen Fragen beginnen' }).click()
  await page.getByLabel('Frage auf Deutsch').first().fill('Wie war es?')
  await settled()
  await assertAccessible(admin)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Die Fragen sind gespeichert.').waitFor()

  const languages = ['de-DE', 'en-GB', 'de-DE', 'de-DE']
  for (const [index, { id }] of bookings.entries()) {
    const participant = await open.visitor({ locale: languages[index]! })
    await participant.page.setViewportSize({ width: 390, height: 844 })
    await participant.context.addInitScript(axe)
    await participant.page.goto(await linkOf(id))
    const isEnglish = languages[index] === 'en-GB'
    const [scale, send, thanks] = isEnglish
      ? ['How satisfied are you overall?', 'Send', 'Thank you']
      : ['Wie war es?', 'Absenden', 'Vielen Dank']
    await participant.page
      .getByRole('group', { name: scale })
      .getByText(String(index + 2))
      .click()
    await participant.page
      .getByRole('textbox', { name: isEnglish ? 'What did you like?' : 'Was hat Ihnen gefallen?' })
      .fill(`Antwort ${index + 1}`)
    if (index === 0) {
      const width = await participant.page.evaluate('document.documentElement.scrollWidth')
      assert.ok(Number(width) <= 390, `the page is ${width} pixels wide`)
    }
    await participant.page.getByRole('button', { name: send! }).click()
    await participant.page.getByRole('heading', { name: thanks! }).waitFor()
    if (index === 1) {
      await go(`/dates/${date.id}`)
      await page.getByText('werden erst ab drei anonymen Antworten gezeigt').waitFor()
      assert.equal(await page.getByText('Antwort 1').count(), 0)
    }
  }

  await go('/')
  await go(`/dates/${date.id}`)
  const part = page.getByRole('region', { name: 'Feedback' })
  await part.getByText('Antwort 1').waitFor()
  await part.getByText('Mittelwert 3,5 bei 4 Antworten').waitFor()
  await part.locator('svg').first().waitFor()
  await settled()
  await assertAccessible(admin)
  await part.getByRole('button', { name: 'Als Tabelle' }).first().click()
  await part.getByRole('cell', { name: '5', exact: true }).first().waitFor()
  await go(`/events/${event.id}`)
  await page.getByRole('region', { name: 'Feedback' }).getByText('Mittelwert 3,5 bei 4 Antworten').waitFor()
})
