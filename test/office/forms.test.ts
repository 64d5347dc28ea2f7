import assert from 'node:assert/strict'
import { browserTest, desktop } from './office.ts'

browserTest('an error of a field that the form does not have is shown', async ({ administrator }) => {
  const { page, go } = await administrator()
  const details = [{ field: 'other', code: 'maxLength', params: { max: 5 }, message: 'too long' }]
  await page.route('**/office/api/settings', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 400,
          json: { error: 'Bad Request', code: 'invalid', message: 'invalid', details },
        }),
  )
  await go('/settings')
  const field = page.locator('main').getByRole('textbox').first()
  await field.fill(`${await field.inputValue()} Süd`)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('alert').getByText('darf höchstens 5 Zeichen haben').waitFor()
})

browserTest('the change log is filtered by records with a name, each once', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await go('/changes')
  await settled()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Art des Datensatzes' }).click()
  const [, ...names] = await page.getByRole('option').allTextContents()
  assert.ok(['Kontakt', 'Termin', 'Lead', 'Token'].every((name) => names.includes(name)))
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    names.filter((name) => /^[a-z_-]*$/.test(name)),
    [],
  )
})

browserTest('administrators are warned when disk space is low', async ({ administrator }) => {
  for (const [locale, text] of [
    ['de-DE', /Der Speicherplatz wird knapp \(Datenordner, Datenbank\): Von 40\sGB sind noch 1,5\sGB frei\./],
    ['en-GB', /Disk space is running low \(data folder, database\): 1\.5\sGB of 40\sGB are free\./],
  ] as const) {
    const { page, go } = await administrator({ locale })
    const low = { contents: ['data', 'database'], freeBytes: 1.5e9, totalBytes: 4e10, isLow: true }
    const enough = { contents: ['files'], freeBytes: 3e10, totalBytes: 4e10, isLow: false }
    await page.route('**/office/api/disks', (route) => route.fulfill({ json: [low, enough] }))
    for (const path of ['/', '/settings']) {
      await go(path)
      const alert = page.getByRole('alert').filter({ hasText: text })
      await alert.waitFor()
      assert.equal(await alert.count(), 1)
    }
    await page.context().close()
  }
})

browserTest('a notice does not cover the button that saves', async ({ administrator }) => {
  const { page, go, call } = await administrator()
  const [{ id }] = (await call('GET', '/dates?perPage=1')).json
  for (const size of [desktop, { width: 390, height: 844 }]) {
    await page.setViewportSize(size)
    await go(`/dates/${id}/edit`)
    const title = page.getByRole('textbox', { name: 'Titel', exact: true }).first()
    await title.fill(`Breite ${size.width}`)
    const save = page.getByRole('button', { name: 'Speichern' })
    const notice = page.getByText('Gespeichert')
    await save.click()
    // Under the pointer it stays, however slow the machine is.
    await notice.hover()
    await title.fill('Noch einmal')
    // Fails if something else would receive the click.
    await save.click({ trial: true, timeout: 10_000 })
    await notice.waitFor()
    await save.click()
    await notice.waitFor({ state: 'detached' })
  }
})

browserTest('entries while a record is saved or read again are kept', async ({ administrator }) => {
  const { page, go, call } = await administrator()
  const [{ id }] = (await call('GET', '/dates?perPage=1')).json
  const read = async () => (await call('GET', `/dates/${id}`)).json[0]
  const sent: string[][] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/office/api/dates/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      sent.push(Object.keys(route.request().postDataJSON()))
      await released
    }
    await route.continue()
  })
  await go(`/dates/${id}/edit`)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true }).first()
  const holds = async (name: string, value: string) =>
    page.waitForFunction(([input, expected]) => (input as { value?: string }).value === expected, [
      await field(name).elementHandle(),
      value,
    ] as const)
  const save = page.getByRole('button', { name: 'Speichern' })
  const saved = async (title: string) => {
    await page.waitForResponse((response) => response.request().method() === 'PATCH')
    assert.equal((await read()).title, title)
  }

  // While it is saved.
  await field('Untertitel').fill('mit Beamer')
  await field('Titel').fill('Erster')
  await save.click()
  await field('Titel').fill('Zweiter')
  release()
  await page.getByText('Gespeichert').waitFor()
  assert.equal((await read()).title, 'Erster')
  assert.equal(await field('Titel').inputValue(), 'Zweiter')
  await Promise.all([saved('Zweiter'), save.click()])
  assert.deepEqual(sent, [
    ['title', 'subtitle', 'version'],
    ['title', 'version'],
  ])

  // While it is read again, and somebody else has changed another field.
  await field('Titel').fill('Dritter')
  const { version } = await read()
  const changed = await call('PATCH', `/dates/${id}`, { subtitle: 'ohne Beamer', version })
  assert.equal(changed.status, 200)
  await page.locator('.RaLoadingIndicator-loadedIcon').click()
  await holds('Untertitel', 'ohne Beamer')
  assert.equal(await field('Titel').inputValue(), 'Dritter')
  await Promise.all([saved('Dritter'), save.click()])
  assert.equal((await read()).subtitle, 'ohne Beamer')
})

browserTest(
  'the address of a field of a date opens the form, unfolds its section and focuses it',
  async (open) => {
    const { page, go, call } = await open.administrator()
    const [event] = (await call('GET', '/events?perPage=1')).json
    const [date] = (await call('POST', '/dates', { eventId: event.id, startDate: '2031-06-02' })).json
    // The second one is an address of before.
    for (const path of [`/dates/${date.id}`, `/dates/${date.id}/hotel`]) {
      await go(`${path}?field=hotelQuotas`)
      await page.waitForURL((url) => url.hash.startsWith(`#/dates/${date.id}/edit`))
      const add = page.getByRole('region', { name: 'Hotel' }).getByRole('button', { name: 'Hinzufügen' })
      await add.and(page.locator(':focus')).waitFor()
      await go('/')
      await page.getByRole('heading', { name: 'Die nächsten Termine' }).waitFor()
    }
  },
)
