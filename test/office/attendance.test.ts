// Attendance by half day: the page of the back office with mouse, keyboard and phone, and the link of a trainer.
import assert from 'node:assert/strict'
import { axe, violationsOf } from './axe.ts'
import { browserTest, type Visitor } from './office.ts'

/** axe finds nothing serious on the page of the office. */
const assertAccessible = async ({ page }: Visitor): Promise<void> =>
  assert.deepEqual(await violationsOf(page), [])

const days = (count: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now() + count * 86_400_000)

/** A date of yesterday and today with three participants. */
async function dateWithParticipants({ create }: Visitor, title: string) {
  const event = await create('/events', { title })
  const trainer = await create('/trainers', { firstName: 'Tilda', lastName: `Trainiert ${title}` })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: days(-1),
    endDate: days(0),
    startTime: '09:00',
    endTime: '17:00',
    status: 'confirmed',
    participantsMax: 8,
    trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
  })
  const participants = ['Anna', 'Ben', 'Cem'].map((firstName) => ({
    firstName,
    lastName: `${title} ${firstName}`,
    email: `${firstName}.${title}@kontor.example`.toLowerCase(),
    company: 'Nordlicht GmbH',
  }))
  await create('/bookings', { dateId: date.id, status: 'booked', participants })
  return { dateId: date.id as number, trainerId: trainer.id as number }
}

async function storedMarks({ call }: Visitor, dateId: number): Promise<Record<string, string>> {
  const [sheet] = (await call('GET', `/dates/${dateId}/attendance`)).json
  return Object.fromEntries(
    sheet.participants.map(({ firstName, marks }: { firstName: string; marks: string[] }) => [
      firstName,
      marks.map((mark) => mark || '-').join(' '),
    ]),
  )
}

browserTest(
  'attendance is recorded in a table, by mouse and keyboard; the date then tells attended from absent',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, settled } = admin
    await admin.context.addInitScript(axe)
    const { dateId } = await dateWithParticipants(admin, 'Tafel')
    await go(`/dates/${dateId}`)
    await page.getByRole('link', { name: 'Anwesenheit erfassen' }).click()
    const cell = (name: string, at: number) =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('group')
        .nth(at)
    await page
      .getByRole('button', { name: /^Übrige anwesend: .*Vormittag/ })
      .first()
      .click()
    await cell('Ben', 0).getByRole('button', { name: 'Gefehlt' }).click()
    await page
      .getByRole('button', { name: /^Übrige anwesend: .*Nachmittag/ })
      .first()
      .click()
    // By keyboard: Tab leads to the next cell, arrows from one of its buttons to the other.
    await cell('Anna', 2).getByRole('button', { name: 'Anwesend' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Alles gespeichert').waitFor()
    await settled()
    assert.deepEqual(await storedMarks(admin, dateId), {
      Anna: 'attended attended attended attended',
      Ben: 'absent attended - -',
      Cem: 'attended attended - -',
    })
    await assertAccessible(admin)
    const head = page.getByRole('columnheader').nth(1)
    assert.match((await head.textContent())!, /2 anwesend.*1 gefehlt/)
    // A second press releases the button.
    await cell('Ben', 1).getByRole('button', { name: 'Anwesend', pressed: true }).click()
    for (const at of [0, 1, 2, 3]) {
      const absent = cell('Ben', at).getByRole('button', { name: 'Gefehlt' })
      if ((await absent.getAttribute('aria-pressed')) === 'false') await absent.click()
    }
    await page.getByText('Alles gespeichert').waitFor()
    await settled()
    assert.equal((await storedMarks(admin, dateId))['Ben'], 'absent absent absent absent')

    await page.getByRole('main').getByRole('link', { name: 'Tafel' }).click()
    await page.getByRole('heading', { name: '3 Teilnehmende · 1 teilgenommen · 1 gefehlt' }).waitFor()
    await page.getByRole('img', { name: /3 gebucht.*1 teilgenommen, 1 gefehlt/ }).waitFor()
    const chip = (status: string) => page.locator('.chip').filter({ hasText: status }).first()
    const [attended, absent] = [
      await chip('teilgenommen').getAttribute('class'),
      await chip('gefehlt').getAttribute('class'),
    ]
    assert.deepEqual(attended!.split(' ').filter(Boolean), ['chip', 'chip-success'])
    assert.deepEqual(absent!.split(' ').filter(Boolean), ['chip', 'chip-error', 'chip-outlined'])
    await page.getByRole('cell', { name: 'gebucht 2 von 2 erfassten Halbtagen' }).waitFor()
  },
)

browserTest(
  'on a phone, attendance is recorded by half day; unsaved records are saved when the connection is back',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, settled } = admin
    await admin.context.addInitScript(axe)
    const { dateId } = await dateWithParticipants(admin, 'Telefon')
    await page.setViewportSize({ width: 390, height: 844 })
    await go(`/dates/${dateId}/attendance`)
    const person = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await page.getByRole('combobox', { name: 'Halbtag' }).click()
    await page.getByRole('option').first().click()
    const button = person('Anna').getByRole('button', { name: 'Anwesend' })
    await button.waitFor()
    const box = (await button.boundingBox())!
    assert.ok(box.height >= 44 && box.width >= 120, `${box.width} × ${box.height}`)
    const width = await page.evaluate(
      () =>
        (globalThis as unknown as { document: { documentElement: { scrollWidth: number } } }).document
          .documentElement.scrollWidth,
    )
    assert.ok(width <= 390, `${width}`)

    await assertAccessible(admin)

    await page.route('**/attendance', (route) => route.abort())
    await button.click()
    await person('Ben').getByRole('button', { name: 'Gefehlt' }).click()
    await page.getByText('Keine Verbindung. 2 Einträge sind noch nicht gespeichert').waitFor()
    assert.equal(await button.getAttribute('aria-pressed'), 'true')
    await page.unroute('**/attendance')
    assert.equal((await storedMarks(admin, dateId))['Anna'], '- - - -')
    await page.getByRole('button', { name: 'Jetzt versuchen' }).click()
    await page.getByText('Alles gespeichert').waitFor()
    await settled()
    await page.getByRole('button', { name: 'Nächster Halbtag' }).click()
    await page.getByRole('button', { name: /^Übrige anwesend/ }).click()
    await page.getByText('3 anwesend').waitFor()
    await page.getByText('Alles gespeichert').waitFor()
    await settled()
    assert.deepEqual(await storedMarks(admin, dateId), {
      Anna: 'attended attended - -',
      Ben: 'absent attended - -',
      Cem: '- attended - -',
    })
  },
)

browserTest(
  'a trainer records attendance by a link, on a phone and without an account, until it is revoked',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, settled } = admin
    const { dateId } = await dateWithParticipants(admin, 'Verweis')
    await go(`/dates/${dateId}/attendance`)
    await page.getByRole('button', { name: 'Link anlegen' }).click()
    const address = (await page.locator('code').textContent())!
    await page.getByText(/Gültig bis .*23:59/).waitFor()
    const trainer = await open.visitor()
    await trainer.page.setViewportSize({ width: 390, height: 844 })
    await trainer.page.goto(address)
    const person = (name: string) => trainer.page.getByRole('group', { name })
    await person('Anna').getByText('Anwesend').click()
    await person('Ben').getByText('Gefehlt').click()
    await trainer.page.getByRole('button', { name: 'Speichern' }).click()
    await trainer.page.getByText('1 anwesend, 1 gefehlt, 1 offen').waitFor()
    assert.deepEqual(await storedMarks(admin, dateId), {
      Anna: 'attended - - -',
      Ben: 'absent - - -',
      Cem: '- - - -',
    })
    assert.doesNotMatch((await trainer.page.content())!, /Nordlicht|@kontor/)
    await page.getByRole('button', { name: 'Widerrufen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Widerrufen' }).click()
    await page.getByRole('listitem').getByText('Widerrufen').waitFor()
    await settled()
    await trainer.page.reload()
    await trainer.page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor()
  },
)
