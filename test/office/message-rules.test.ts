// The rules of messages in a browser: several for a cause, inherited ones, documents as attachments; by keyboard and on a phone.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { axe, violationsOf } from './axe.ts'
import { browserTest, type Visitor } from './office.ts'

const phone = { width: 390, height: 844 }

async function picture({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env['KONTOR_TEST_PICTURES']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

const ownRules = async ({ call }: Visitor, query: string, cause: string) =>
  (await call('GET', `/message-rules?${query}`)).json.filter(
    (rule: { cause: string; isOwn: boolean }) => rule.cause === cause && rule.isOwn,
  )

browserTest(
  'an event gets two reminders with documents, a date inherits them, and they are removed',
  async (open) => {
    const visitor = await open.administrator()
    const { page, context, go, create, settled } = visitor
    await context.addInitScript(axe)
    const event = await create('/events', { title: 'Regeln haben' })
    const date = await create('/dates', { eventId: event.id, startDate: '2027-05-03', status: 'planned' })
    const template = await create('/communication-templates', {
      name: 'Für das Büro',
      subject: 'Liste',
      body: 'Liste',
    })
    await go(`/events/${event.id}`)
    await page.getByRole('link', { name: 'Regeln für Nachrichten' }).click()
    await page.getByRole('link', { name: 'Regeln haben' }).waitFor()
    const cause = page.getByRole('region', { name: 'Erinnerung' })
    await cause.getByText('Standard', { exact: true }).waitFor()
    await cause.getByText('ausgeschaltet').waitFor()
    await settled()
    assert.deepEqual(await violationsOf(page), [])
    await picture(visitor, 'rules-event')

    // By keyboard.
    const { keyboard } = page
    await cause.getByRole('button', { name: 'Hier abweichen: Erinnerung' }).focus()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const offsets = dialog.getByLabel(/^Tage/)
    await dialog.getByRole('switch', { name: 'Eingeschaltet' }).focus()
    await keyboard.press('Space')
    await keyboard.press('Tab')
    await keyboard.press('Control+a')
    await keyboard.type('-14')
    await dialog.getByRole('checkbox', { name: 'Bescheinigungen' }).focus()
    await keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Hinzufügen' }).focus()
    await keyboard.press('Enter')
    await offsets.nth(1).fill('-14')
    const second = dialog.getByRole('listitem').nth(1)
    await second.getByRole('checkbox', { name: 'Teilnehmer', exact: true }).check()
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await second
      .getByText('darf niemanden nennen, den eine andere Regel zur selben Zeit benachrichtigt')
      .waitFor()
    await settled()
    assert.deepEqual(await violationsOf(page), [])
    await picture(visitor, 'rules-dialog')
    await second.getByRole('checkbox', { name: 'Teilnehmer', exact: true }).uncheck()
    await second.getByRole('checkbox', { name: 'Ansprechpartner' }).check()
    await second.getByRole('combobox', { name: 'Vorlage' }).click()
    await page.getByRole('option', { name: 'Für das Büro' }).click()
    await second.getByRole('checkbox', { name: 'Teilnehmerliste' }).check()
    await second.getByRole('checkbox', { name: 'Öffentlich' }).check()
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.waitFor({ state: 'detached' })
    await cause.getByText('14 Tage vor Beginn · Teilnehmer · Bescheinigungen').waitFor()
    await cause
      .getByText(
        '14 Tage vor Beginn · Ansprechpartner · Vorlage „Für das Büro“ · Teilnehmerliste · Dateien: Öffentlich',
      )
      .waitFor()
    const fields = ['offsetDays', 'recipients', 'templateId', 'documentKinds', 'fileRights', 'isEnabled']
    const stored = (await ownRules(visitor, `eventId=${event.id}`, 'reminder')).map(
      (rule: Record<string, unknown>) => fields.map((field) => rule[field]),
    )
    assert.deepEqual(stored, [
      [-14, ['participant'], 0, ['certificate'], [], true],
      [-14, ['staff'], template.id, ['participants'], ['public'], true],
    ])

    await go(`/dates/${date.id}`)
    await page.getByRole('link', { name: 'Regeln für Nachrichten' }).click()
    await page.getByText('Regeln des Termins').waitFor()
    await cause.getByText('14 Tage vor Beginn · Teilnehmer · Bescheinigungen').waitFor()
    await cause.getByRole('link', { name: 'von der Veranstaltung' }).click()
    await page.getByText('Regeln der Veranstaltung').waitFor()
    await cause.getByRole('button', { name: 'Ändern: Erinnerung' }).click()
    await dialog.getByRole('button', { name: 'Entfernen' }).first().click()
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await ownRules(visitor, `eventId=${event.id}`, 'reminder')).length, 1)
    await cause.getByRole('button', { name: 'Nicht mehr abweichen' }).click()
    await dialog.getByRole('button', { name: 'Nicht mehr abweichen' }).click()
    await cause.getByText('Standard', { exact: true }).waitFor()
    assert.deepEqual(await ownRules(visitor, `eventId=${event.id}`, 'reminder'), [])
  },
)

browserTest('in English, dark, on a phone: rules of a category, with the calendar', async (open) => {
  const visitor = await open.administrator({ locale: 'en-GB', dark: true, viewport: phone, touch: true })
  const { page, context, go, call, settled } = visitor
  await context.addInitScript(axe)
  const [category] = (await call('GET', '/catalogue-categories?perPage=1')).json
  await go(`/catalogue-categories/${category.id}`)
  await page.getByRole('link', { name: 'Rules for messages' }).click()
  const cause = page.getByRole('region', { name: 'Confirmation of the booking' })
  await cause.getByText('default', { exact: true }).waitFor()
  await settled()
  const checkWidth = async () => {
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
    assert.ok(width <= phone.width, `the page is ${width} pixels wide`)
    assert.deepEqual(await violationsOf(page), [])
  }
  await checkWidth()
  await picture(visitor, 'rules-phone')
  await cause.getByRole('button', { name: 'Set here' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'With calendar entry' }).tap()
  await dialog.getByRole('checkbox', { name: 'Orderer' }).tap()
  await settled()
  await checkWidth()
  const inside = await dialog
    .locator('.MuiDialogContent-root')
    .evaluate((box: { scrollWidth: number; clientWidth: number }) => box.scrollWidth - box.clientWidth)
  assert.equal(inside, 0)
  await picture(visitor, 'rules-phone-dialog')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await cause.getByText('set here', { exact: true }).waitFor()
  const [rule] = await ownRules(visitor, `categoryId=${category.id}`, 'booked')
  assert.deepEqual([rule.recipients, rule.hasCalendar], [['participant'], false])
})
