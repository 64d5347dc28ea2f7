// On a phone: buttons have labels, filters are in a drawer, people are called from their list.
import assert from 'node:assert/strict'
import { browserTest } from './office.ts'

const phone = { width: 390, height: 844 }

interface Part {
  innerText: string
  getAttribute(name: string): string | null
}

browserTest('the actions of pages have their labels on a phone', async ({ administrator }) => {
  const { page, go, call, settled } = await administrator()
  await page.setViewportSize(phone)
  const first = async (path: string) => (await call('GET', path)).json[0].id
  const paths = [
    `/contacts/${await first('/contacts')}/show`,
    `/companies/${await first('/companies')}/show`,
    `/events/${await first('/events')}`,
    `/dates/${await first('/dates')}`,
    `/dates/${await first('/dates')}/edit`,
    `/trainers/${await first('/trainers')}`,
    `/locations/${await first('/locations')}/edit`,
    `/leads/${await first('/leads')}`,
    `/bookings/${await first('/bookings')}`,
    `/tasks/${await first('/tasks')}`,
    '/date-calendar',
    '/date-lanes',
  ]
  const silent: Record<string, (string | null)[]> = {}
  for (const path of paths) {
    await go(path)
    await settled()
    const found = await page
      .locator('.RaLayout-content :is(button, a):visible')
      .evaluateAll((parts: Part[]) =>
        parts
          .filter(({ innerText }) => innerText.trim() === '')
          .map((part) => part.getAttribute('aria-label')),
      )
    // Buttons of fields, of rows, and of the calendar have signs that everybody knows.
    const unknown = found.filter(
      (name) =>
        !/öffnen|bearbeiten|E-Mail an|anrufen|Vorherige|Nächste|wählen|Leeren|Entfernen|Hoch|Runter|Nach|Aktionen|Rückgängig|woche|monat|Fett|Kursiv|Listen/i.test(
          name ?? '',
        ),
    )
    if (unknown.length > 0) silent[path] = unknown
  }
  assert.deepEqual(silent, {})
})

browserTest('the filters of the calendar are chips, and a drawer on a phone', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await page.setViewportSize(phone)
  for (const path of ['/date-calendar', '/date-lanes']) {
    await go(path)
    await settled()
    assert.equal(await page.getByRole('combobox').count(), 0)
    await page.getByRole('button', { name: 'Filter' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filter' })
    await drawer.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'bestätigt' }).click()
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'Schließen' }).click()
    const chip = page.getByRole('button', { name: 'Status: bestätigt' })
    await chip.waitFor()
    assert.match(page.url(), /status=confirmed/)
    await page.getByRole('button', { name: 'Alle zurücksetzen' }).click()
    await chip.waitFor({ state: 'detached' })
    assert.doesNotMatch(page.url(), /status/)
  }
})

browserTest('the filters of the change log are chips, and a drawer on a phone', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await page.setViewportSize(phone)
  await go('/changes?subject=date')
  await settled()
  await page.getByRole('button', { name: 'Art des Datensatzes: Termin' }).waitFor()
  await page.getByRole('button', { name: 'Filter (1)' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter' })
  await drawer.getByRole('spinbutton', { name: 'Nummer des Datensatzes' }).fill('1')
  await page.getByText('Nummer des Datensatzes: 1').waitFor()
  await drawer.getByRole('button', { name: 'Schließen' }).click()
  await settled()
  assert.match(page.url(), /subject=date&subjectId=1/)
  assert.equal(await page.getByRole('combobox').count(), 0)
})

browserTest('the list of contacts names, places and calls people on a phone', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await page.setViewportSize(phone)
  await go('/contacts')
  await settled()
  const row = page.getByRole('row').filter({ hasText: 'Adler, Anna' })
  assert.match(await row.innerText(), /Schlehenwiek Großhandel/)
  const call = row.getByRole('link')
  assert.match(String(await call.getAttribute('href')), /^tel:\+49\d+$/)
})

browserTest('titles on the board have two lines at most', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await page.setViewportSize({ width: 1440, height: 900 })
  await go('/leads')
  await settled()
  const heights = await page
    .locator('[data-lead] a')
    .evaluateAll((links: { clientHeight: number }[]) => links.map(({ clientHeight }) => clientHeight))
  assert.ok(heights.length > 20)
  assert.ok(Math.max(...heights) <= 44, String(Math.max(...heights)))
})

browserTest('the month shows trainers and locations', async ({ administrator }) => {
  const { page, go, call, settled } = await administrator()
  const { json } = await call('GET', '/dates?perPage=100&from=2027-03-01&to=2027-03-31')
  const date = json.find(({ trainerNames }: { trainerNames: string }) => trainerNames)
  await go(`/date-calendar?view=dayGridMonth&day=2027-03-01&trainerId=${date.trainerIds?.[0] ?? ''}`)
  await settled()
  await page.getByRole('main').getByText(date.trainerNames.split(',')[0]).first().waitFor()
})
