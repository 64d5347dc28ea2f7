// Planning, copying and moving dates.
import assert from 'node:assert/strict'
import { browserTest, typeDay } from './office.ts'

declare const document: {
  createRange(): {
    selectNodeContents(node: unknown): void
    getBoundingClientRect(): { left: number; right: number }
  }
}

browserTest('dates are planned from a preview, copied and moved', async (open) => {
  const { page, go, call } = await open.administrator()
  const [event] = (await call('POST', '/events', { title: 'Planung im Browser' })).json
  const starts = async (): Promise<string[]> =>
    (await call('GET', `/dates?eventIds=${event.id}&sort=startDate`)).json.map(
      ({ startDate }: { startDate: string }) => startDate,
    )

  await go(`/plan-dates?event=${event.id}`)
  await typeDay(page, /^Erster Tag/, '2030-12-19')
  await page.getByLabel('Anzahl Termine').fill('2')
  await page.getByRole('button', { name: 'Vorschau zeigen' }).click()
  await page.getByText('Vorschau: 2 Termine').waitFor()
  const christmas = page.getByRole('row').filter({ hasText: 'ausgelassen' })
  await christmas.getByText('Feiertag: 2. Weihnachtstag').waitFor()
  assert.ok(!(await christmas.getByRole('checkbox').isChecked()))
  await page.getByLabel('Anzahl Termine').fill('3')
  await page.getByText('Die Angaben haben sich geändert.').waitFor()
  assert.equal(await page.getByRole('button', { name: /anlegen/ }).count(), 0)

  await page.getByLabel('Einzelne Tage').check()
  await page.getByRole('textbox', { name: /^Tage\s*\*?$/ }).fill('3.2.2031\n31.2.2031')
  await page.getByRole('button', { name: 'Vorschau zeigen' }).click()
  await page.getByText('Das ist kein Datum: 31.2.2031').waitFor()
  await page.getByRole('textbox', { name: /^Tage\s*\*?$/ }).fill('3.2.2031\n4.2.2031, 5.2.31')
  await page.getByRole('button', { name: 'Vorschau zeigen' }).click()
  await page.getByText('Vorschau: 3 Termine').waitFor()
  await page.getByRole('checkbox', { name: 'Termin 1 anlegen' }).uncheck()
  // The third row is the second date of the request.
  await typeDay(page, /^Ende 3/, '2031-02-04')
  await page.getByRole('button', { name: '2 Termine anlegen' }).click()
  const third = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: 'Termin 3 anlegen' }) })
  await third.getByText('darf nicht vor dem Beginn liegen').waitFor()
  assert.equal(await third.locator('label.Mui-error').innerText(), 'Ende 3')
  assert.deepEqual(await starts(), [])
  await typeDay(page, /^Ende 3/, '2031-02-06')
  await page.getByRole('checkbox', { name: 'Termin 1 anlegen' }).check()
  await page.getByRole('button', { name: '3 Termine anlegen' }).click()
  await page.getByText('3 Termine angelegt').waitFor()
  assert.deepEqual(await starts(), ['2031-02-03', '2031-02-04', '2031-02-05'])

  const [first] = (await call('GET', `/dates?eventIds=${event.id}&sort=startDate`)).json
  await go(`/dates/${first.id}`)
  await page.getByRole('button', { name: 'Verschieben' }).click()
  await typeDay(page.getByRole('dialog'), /^Neuer Beginn/, '2020-02-09')
  await page.getByText('Ein Sonntag ist dabei.').waitFor()
  await page.getByText('Der Termin liegt in der Vergangenheit.').waitFor()
  await typeDay(page.getByRole('dialog'), /^Neuer Beginn/, '2031-02-10')
  await page.getByText('Ein Sonntag ist dabei.').waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Verschieben' }).click()
  await page.getByText('Der Termin wurde verschoben.').waitFor()
  assert.deepEqual(await starts(), ['2031-02-04', '2031-02-05', '2031-02-10'])

  await page.getByRole('button', { name: 'Kopieren' }).click()
  await typeDay(page.getByRole('dialog'), /^Neuer Beginn/, '2031-03-02')
  await page.getByText('Ein Sonntag ist dabei.').waitFor()
  await typeDay(page.getByRole('dialog'), /^Neuer Beginn/, '2031-03-03')
  await page.getByText('Ein Sonntag ist dabei.').waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Zeiten' }).uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Kopieren' }).click()
  await page.getByText('Die Kopie wurde angelegt.').waitFor()
  assert.deepEqual((await starts()).at(-1), '2031-03-03')

  const participants = async (fields: object) => {
    const { id, version } = (await call('GET', `/dates?eventIds=${event.id}&sort=startDate`)).json.at(-1)
    await call('PATCH', `/dates/${id}`, { version, ...fields })
    await go(`/dates/${id}?tab=participants`)
  }
  await participants({ status: 'completed' })
  await page.getByRole('button', { name: 'Nachtragen' }).waitFor()
  await participants({ status: 'cancelled' })
  await page.getByText('Der Termin findet nicht statt.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Buchen|Nachtragen)$/ }).count(), 0)

  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await page.getByText('Der Termin wurde gelöscht.').waitFor()
  assert.equal((await starts()).length, 3)
})

browserTest('the form of a series offers the events of the catalogue', async (open) => {
  const { page, go, call } = await open.administrator()
  await call('POST', '/events', { title: 'Angebot für die Reihe' })
  await go('/plan-series')
  await page.getByLabel(/^Veranstaltung oder neuer Titel/).fill('Angebot für')
  await page.getByRole('option', { name: 'Angebot für die Reihe' }).click()
  assert.equal(await page.getByText('Neu anlegen').count(), 0)
})

browserTest("today is the instance's day, in every time zone of the browser", async (open) => {
  // In one of the two, the day is another than that of the instance.
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { page, go, call } = await open.administrator({ timezoneId })
    const { timeZone } = (await call('GET', '/session')).json[0]
    const today = new Intl.DateTimeFormat('de-DE', { timeZone, dateStyle: 'medium' }).format(new Date())
    await go('/dates')
    await page.getByRole('button', { name: `Filter entfernen Von: ${today}` }).waitFor()
    await go('/dates/create')
    const start = page.getByRole('group', { name: 'Beginn', exact: true })
    await start.getByRole('button').click()
    await page.getByRole('button', { name: 'Heute' }).click()
    await start.getByText(today).waitFor()
  }
})

browserTest('a cleared filter of the list of dates is not sent', async (open) => {
  const { page, go, call, settled } = await open.administrator()
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(response.url())
  })
  const [{ id }] = (await call('GET', '/trainers?perPage=1')).json
  await go(`/dates?filter=${encodeURIComponent(JSON.stringify({ trainerId: id }))}`)
  await settled()
  await page.getByRole('button', { name: 'Filter (1)' }).click()
  const input = page.getByRole('combobox', { name: /^Trainer/ })
  // The name of the trainer follows the page.
  for (let tries = 0; tries < 300 && (await input.inputValue()) === ''; tries++)
    await page.waitForTimeout(100)
  assert.notEqual(await input.inputValue(), '')
  const listed = page.waitForResponse((response) => /\/dates\?/.test(response.url()))
  await input.fill('')
  assert.doesNotMatch((await listed).url(), /trainerId/)
  await settled()
  assert.deepEqual(failed, [])
})

browserTest('the calendar shows a holiday on a Monday beside the week number', async (open) => {
  const { page, go } = await open.administrator()
  await go('/date-calendar?view=dayGridMonth&day=2026-04-06')
  /** The left and the right end of a text, in pixels. */
  const endsOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right } = range.getBoundingClientRect()
      return [left, right] as const
    })
  const [holidayStart] = await endsOf('Ostermontag')
  const [, weekNumberEnd] = await endsOf('KW15')
  assert.ok(holidayStart >= weekNumberEnd, `${holidayStart} < ${weekNumberEnd}`)
})

browserTest(
  'dates are in the calendar on their session days, and in lanes, where they are moved',
  async (open) => {
    const { page, go, call, create, settled } = await open.administrator()
    const event = await create('/events', { title: 'Lehrgang mit Pausen' })
    const trainer = await create('/trainers', { firstName: 'Ina', lastName: 'Spur' })
    const location = await create('/locations', {
      name: 'Haus der Spuren',
      city: 'Köln',
      rooms: [{ name: 'Saal' }],
    })
    const date = await create('/dates', {
      eventId: event.id,
      startDate: '2033-03-01',
      endDate: '2033-03-31',
      startTime: '09:30',
      sessionDays: ['2033-03-01', '2033-03-02', '2033-03-31'].map((day) => ({ day, startTime: '09:30' })),
      trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
      locationIds: [location.id],
      roomIds: [location.rooms[0].id],
    })
    const entries = page.getByRole('link', { name: /Lehrgang mit Pausen/ })
    await go('/date-calendar?view=dayGridMonth&day=2033-03-01')
    await entries.nth(1).waitFor()
    await settled()
    assert.equal(await entries.count(), 2)
    await page.getByText('Woche', { exact: true }).click()
    await page.getByText('09:30 · Ina Spur · Saal').first().waitFor()

    await go('/date-lanes?day=2033-03-03')
    const lane = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Ina Spur' }) })
    await lane.getByRole('link').nth(1).waitFor()
    assert.equal(await lane.getByRole('link').count(), 2)
    await page.getByRole('button', { name: 'Räume' }).click()
    const roomLane = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Haus der Spuren, Saal' }) })
    await roomLane.getByRole('link').nth(1).waitFor()
    // From Wednesday, its second day, to Friday.
    await roomLane.getByRole('link').nth(1).dragTo(roomLane.getByRole('cell').nth(4))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('03.03.2033').waitFor()
    await dialog.getByRole('button', { name: 'Verschieben' }).click()
    await page.getByText('Der Termin wurde verschoben.').waitFor()
    assert.equal((await call('GET', `/dates/${date.id}`)).json[0].startDate, '2033-03-03')
    await roomLane.getByRole('cell').nth(4).getByRole('link').waitFor()
    await page.getByRole('button', { name: 'Nächste Woche' }).click()
    await page.getByText('In dieser Woche findet nichts statt.').waitFor()
  },
)
