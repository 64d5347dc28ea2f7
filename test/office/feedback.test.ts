// Feedback in a browser: given on a phone without script, read in the office; questions of an event.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { axe, violationsOf } from './axe.ts'
import { browserTest, runStatement } from './office.ts'

const phone = { width: 390, height: 844 }

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
  assert.deepEqual(await violationsOf(page), [])
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Die Fragen sind gespeichert.').waitFor()

  const languages = ['de-DE', 'en-GB', 'de-DE', 'en-GB']
  for (const [index, { id }] of bookings.entries()) {
    const isEnglish = languages[index] === 'en-GB'
    const participant = await open.visitor({
      locale: languages[index]!,
      dark: index > 1,
      viewport: phone,
      touch: index < 3,
    })
    await participant.context.addInitScript(axe)
    await participant.page.goto(await linkOf(id))
    assert.deepEqual(await violationsOf(participant.page), [])
    const width = await participant.page.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= phone.width, `the page is ${width} pixels wide`)
    const [scale, like, send, thanks] = isEnglish
      ? ['How satisfied are you overall?', 'What did you like?', 'Send', 'Thank you']
      : ['Wie war es?', 'Was hat Ihnen gefallen?', 'Absenden', 'Vielen Dank']
    const choices = participant.page.getByRole('group', { name: scale })
    const text = participant.page.getByRole('textbox', { name: like })
    if (index < 3) {
      await choices.getByText(String(index + 2)).click()
      await text.fill(`Antwort ${index + 1}`)
      await participant.page.getByRole('button', { name: send! }).click()
    } else {
      // By keyboard: the first Tab skips to the content, the next one leads to the first question, arrows choose.
      const { keyboard } = participant.page
      await keyboard.press('Tab')
      await keyboard.press('Enter')
      await keyboard.press('Tab')
      await keyboard.press('Space')
      for (let step = 0; step < 4; step++) await keyboard.press('ArrowRight')
      assert.ok(await choices.getByRole('radio').nth(4).isChecked())
      const isFocused = async () =>
        (await participant.page.evaluate('document.activeElement.getAttribute("aria-label")')) === like
      for (let step = 0; step < 10 && !(await isFocused()); step++) await keyboard.press('Tab')
      await keyboard.type('Antwort 4')
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await keyboard.press('Enter')
    }
    await participant.page.getByRole('heading', { name: thanks! }).waitFor()
    assert.deepEqual(await violationsOf(participant.page), [])
    if (index === 1) {
      await go(`/dates/${date.id}`)
      await page.getByText('werden erst ab drei anonymen Antworten gezeigt').waitFor()
      assert.equal(await page.getByText('Antwort 1').count(), 0)
    }
  }

  await go(`/dates/${date.id}`)
  await page.reload()
  const part = page.getByRole('region', { name: 'Feedback' })
  await part.getByText('Antwort 1').waitFor()
  await part.getByText('Mittelwert 3,5 bei 4 Antworten').waitFor()
  await part.locator('svg').first().waitFor()
  await settled()
  assert.deepEqual(await violationsOf(page), [])
  await part.getByRole('button', { name: 'Als Tabelle' }).first().click()
  await part.getByRole('cell', { name: '5', exact: true }).first().waitFor()

  // An error of the server is shown, and not saved as a file.
  const exports = '**/feedback/export?*'
  const button = part.getByRole('button', { name: 'Export (XLSX)' })
  const saved: string[] = []
  page.on('download', (one) => saved.push(one.suggestedFilename()))
  await page.route(exports, (route) =>
    route.fulfill({ status: 503, json: { message: 'busy', code: 'general.overloaded', details: [] } }),
  )
  await button.click()
  await page.getByRole('alert').waitFor()
  await page.unroute(exports)
  const download = page.waitForEvent('download')
  await button.click()
  const file = await download
  assert.deepEqual(saved, ['Feedback.xlsx'])
  const [head, ...rows] = await readSheet(await file.path())
  assert.deepEqual(head?.slice(0, 4), ['Termin', 'Beginn', 'Name', 'Wie war es?'])
  const given = rows.map((row) => Number(row[3])).toSorted()
  assert.deepEqual(given, [2, 3, 4, 5])
  await go(`/events/${event.id}`)
  await page.getByRole('region', { name: 'Feedback' }).getByText('Mittelwert 3,5 bei 4 Antworten').waitFor()
})
