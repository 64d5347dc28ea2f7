// Changes that concern somebody are told before they are made: in the form of a date, of several dates, of the waiting list.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { axe, violationsOf } from './axe.ts'
import { browserTest, runStatement, type Visitor } from './office.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
const folder = process.env['KONTOR_TEST_PICTURES']

const picture = async ({ page }: Visitor, name: string): Promise<void> => {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

async function dateOf({ create }: Visitor, title: string, names: readonly string[], more: object = {}) {
  const event = await create('/events', { title })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(40),
    endDate: inDays(40),
    startTime: '09:00',
    endTime: '17:00',
    status: 'planned',
    participantsMax: 5,
    ...more,
  })
  for (const name of names)
    await create('/bookings', {
      dateId: date.id,
      status: 'booked',
      waitlistIfFull: true,
      participants: [{ firstName: 'Nora', lastName: name, email: `${name.toLowerCase()}@k.example` }],
    })
  return date
}

const causesOf = async ({ call }: Visitor, { id }: { id: number }): Promise<string[]> =>
  (await call('GET', `/dates/${id}/messages`)).json.map(({ cause }: { cause: string }) => cause)

browserTest('the form of a date tells its participants before it saves, and only them', async (open) => {
  const visitor = await open.administrator()
  const { context, page, go, call, settled } = visitor
  await context.addInitScript(axe)
  const date = await dateOf(visitor, 'Form mit Nachricht', ['Formstadt'])
  const empty = await dateOf(visitor, 'Form ohne Nachricht', [])
  const dialog = page.getByRole('dialog')
  const room = page.getByLabel('Onlineraum (Link)', { exact: true })
  const save = () => page.getByRole('button', { name: 'Speichern' }).first().click()
  const stored = async ({ id }: { id: number }) => (await call('GET', `/dates/${id}`)).json[0]

  await go(`/dates/${date.id}/edit`)
  await settled()
  await page.getByLabel('Untertitel', { exact: true }).fill('Nur für uns')
  await save()
  await settled()
  assert.equal((await stored(date)).subtitle, 'Nur für uns')
  assert.equal(await dialog.count(), 0)

  await room.fill('https://raum.example/1')
  await save()
  const told = dialog.getByRole('region', { name: 'Änderung' })
  await told.getByText('Nora Formstadt', { exact: true }).waitFor()
  await told.getByText('Onlineraum: https://raum.example/1 (bisher: –)', { exact: false }).waitFor()
  await picture(visitor, 'tell-form')
  assert.deepEqual(await violationsOf(page), [])
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByText('Noch nicht gespeichert. Ihre Eingaben sind unverändert.').waitFor()
  assert.equal((await stored(date)).onlineLink, '')
  assert.equal(await room.inputValue(), 'https://raum.example/1')

  await room.press('Enter')
  await dialog.getByRole('button', { name: 'Text ändern' }).click()
  await dialog.getByLabel('Betreff', { exact: true }).fill('Wir sind online')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'detached' })
  await settled()
  assert.equal((await stored(date)).onlineLink, 'https://raum.example/1')
  const [message] = (await call('GET', `/dates/${date.id}/messages`)).json
  assert.deepEqual([message.cause, message.subject, message.waitingCount], ['changed', 'Wir sind online', 1])

  await go(`/dates/${empty.id}/edit`)
  await settled()
  await room.fill('https://raum.example/1')
  await save()
  await settled()
  assert.equal((await stored(empty)).onlineLink, 'https://raum.example/1')
  assert.equal(await dialog.count(), 0)
})

browserTest(
  'in English: the form of a date that another user has changed tells, and a switch keeps it silent',
  async (open) => {
    const visitor = await open.administrator({ locale: 'en-GB' })
    const { page, go, call, settled } = visitor
    const date = await dateOf(visitor, 'Form in English', ['Formtown'])
    const dialog = page.getByRole('dialog')
    const room = page.getByLabel('Online room (link)', { exact: true })
    const save = () => page.getByRole('button', { name: 'Save' }).first().click()
    const link = async () => (await call('GET', `/dates/${date.id}`)).json[0].onlineLink
    await go(`/dates/${date.id}/edit`)
    await settled()
    const [{ version }] = (await call('GET', `/dates/${date.id}`)).json
    await call('PATCH', `/dates/${date.id}`, { version, subtitle: 'Changed by another' })
    await room.fill('https://room.example/1')
    await save()
    await dialog.getByRole('region', { name: 'Change' }).getByText('Nora Formtown', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.waitFor({ state: 'detached' })
    await settled()
    assert.equal(await link(), 'https://room.example/1')
    assert.deepEqual(await causesOf(visitor, date), ['changed'])

    await room.fill('https://room.example/2')
    await save()
    await dialog.getByRole('switch').or(dialog.getByRole('checkbox')).first().click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await settled()
    assert.equal(await link(), 'https://room.example/2')
    assert.deepEqual(await causesOf(visitor, date), ['changed'])
  },
)

browserTest('a person who moves up from the waiting list gets a message', async (open) => {
  const visitor = await open.administrator()
  const { page, go, call, settled } = visitor
  const date = await dateOf(visitor, 'Warteliste mit Nachricht', ['Platzhalter', 'Wartend'], {
    participantsMax: 1,
    hasWaitingList: true,
  })
  await call('PATCH', `/dates/${date.id}/seats`, { autoPromote: false })
  const [current] = (await call('GET', `/dates/${date.id}`)).json
  await call('PATCH', `/dates/${date.id}`, { version: current.version, participantsMax: 2 })
  await go(`/dates/${date.id}`)
  await settled()
  await page.getByRole('button', { name: 'Jetzt nachrücken lassen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('region', { name: 'Nachgerückt' })
    .getByText('Nora Wartend', { exact: true })
    .waitFor()
  await picture(visitor, 'tell-promote')
  await dialog.getByRole('button', { name: 'Nachrücken' }).click()
  await page.getByText('Nora Wartend rückt nach.').waitFor()
  assert.deepEqual(await causesOf(visitor, date), ['promoted'])
})

browserTest('a change of several dates tells the participants of all', async (open) => {
  const visitor = await open.administrator()
  const { page, go, create, settled } = visitor
  await create('/locations', { name: 'Haus der vielen Termine' })
  const dates = [
    await dateOf(visitor, 'Sammeltermin', ['Sammelbeck']),
    await dateOf(visitor, 'Sammeltermin', ['Sammelfeld']),
  ]
  const dialog = page.getByRole('dialog')
  const selectAll = async (): Promise<void> => {
    await go('/dates?filter=%7B%22q%22%3A%22Sammeltermin%22%7D')
    await settled()
    await page.getByRole('checkbox', { name: /alle/i }).first().check()
  }
  await selectAll()
  await page
    .getByRole('button', { name: /^(Feld|Bearbeiten|Ändern)/ })
    .first()
    .click()
  await dialog.getByRole('combobox', { name: /Feld/ }).click()
  await page.getByRole('option', { name: 'Orte' }).click()
  await dialog
    .getByLabel(/Orte|Auswahl|Wert/)
    .last()
    .fill('Haus der vielen')
  await page.getByRole('option', { name: /Haus der vielen Termine/ }).click()
  await dialog.getByRole('button', { name: 'Vorschau' }).click()
  await dialog.getByRole('button', { name: /2 Einträge ändern/ }).click()
  const told = page.getByRole('region', { name: 'Änderung' })
  await told.getByText('Änderung: 2 Empfänger benachrichtigen').waitFor()
  await told.getByText('Nora Sammelbeck', { exact: true }).waitFor()
  await told.getByText('Nora Sammelfeld', { exact: true }).waitFor()
  await picture(visitor, 'tell-bulk')
  await page.getByRole('button', { name: 'Ändern', exact: true }).click()
  await dialog.first().waitFor({ state: 'detached' })
  for (const date of dates) assert.deepEqual(await causesOf(visitor, date), ['changed'])

  await selectAll()
  await page.getByRole('button', { name: 'Status ändern' }).click()
  await page.getByRole('menuitem', { name: 'Abgesagt' }).click()
  await dialog.getByRole('region', { name: 'Absage' }).getByText('Nora Sammelfeld', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Status ändern' }).click()
  await page.getByText('2 Termine geändert').waitFor()
  for (const date of dates) assert.ok((await causesOf(visitor, date)).includes('date_cancelled'))
})

browserTest(
  'in English: a date that is dragged in the lanes or the calendar tells its participants',
  async (open) => {
    const visitor = await open.administrator({ locale: 'en-GB' })
    const { page, go, create, settled } = visitor
    const trainer = await create('/trainers', { firstName: 'Ida', lastName: 'Schlepper' })
    const date = await dateOf(visitor, 'Dragged date', ['Dragtown'], {
      startDate: '2033-05-03',
      endDate: '2033-05-03',
      trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
    })
    const dialog = page.getByRole('dialog')
    const told = dialog.getByRole('region', { name: 'Move' }).getByText('Nora Dragtown', { exact: true })
    await go('/date-lanes?day=2033-05-03')
    const lane = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Ida Schlepper' }) })
    await lane.getByRole('link').dragTo(lane.getByRole('cell').nth(3))
    await told.waitFor()
    await picture(visitor, 'tell-lanes')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await causesOf(visitor, date), ['moved'])

    await go('/date-calendar?view=dayGridMonth&day=2033-05-01')
    await settled()
    const entry = page.getByRole('link', { name: /Dragged date/ })
    await entry.dragTo(page.locator('[data-date="2033-05-18"]').first())
    await told.waitFor()
  },
)

browserTest('the replaced person and the new one get a message', async (open) => {
  const visitor = await open.administrator()
  const { page, go, call, create, settled } = visitor
  const date = await dateOf(visitor, 'Platz für andere', ['Vorgaenger'])
  const [{ id }] = (await call('GET', `/dates/${date.id}/bookings`)).json
  await create('/contacts', {
    contactType: 'person',
    firstName: 'Ole',
    lastName: 'Nachfolger',
    emails: [{ email: 'nachfolger@k.example', isDefault: true }],
  })
  const dialog = page.getByRole('dialog')
  await go(`/bookings/${id}`)
  await settled()
  await page.getByRole('button', { name: 'Person ersetzen …' }).click()
  await dialog.getByLabel(/Person suchen/).fill('Nachfolger')
  await page.getByRole('option', { name: /Ole Nachfolger/ }).click()
  const confirmation = dialog.getByRole('region', { name: 'Buchungsbestätigung' })
  await confirmation.getByText('Ole Nachfolger', { exact: true }).waitFor()
  const former = dialog.getByRole('region', { name: 'Stornierung' })
  await former.getByText('Nora Vorgaenger', { exact: true }).waitFor()
  await former.getByText('Ihren Platz hat eine andere Person übernommen.', { exact: false }).waitFor()
  await picture(visitor, 'tell-replace')
  await dialog.getByRole('button', { name: 'Ersetzen' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual((await causesOf(visitor, date)).toSorted(), ['booked', 'booking_cancelled'])
})

browserTest(
  'in English: an address to which mail came back is named before anything is written, and does not count',
  async (open) => {
    const visitor = await open.administrator({ locale: 'en-GB' })
    const { page, go, settled } = visitor
    const date = await dateOf(visitor, 'Bounced', ['Reached', 'Unreached'])
    await runStatement(
      `insert into bounced_address (email_key, reason) values ('unreached@k.example', 'unknown')`,
    )
    const dialog = page.getByRole('dialog')
    const warning = dialog.getByText(
      'Mail to this address came back, please call or check the address: Nora Unreached (unreached@k.example)',
    )
    await go(`/dates/${date.id}`)
    await settled()
    await page.getByRole('checkbox', { name: /all/i }).first().check()
    await page.getByRole('button', { name: 'Write a message' }).click()
    await warning.waitFor()
    await dialog.getByText('Message to one recipient').waitFor()
    await picture(visitor, 'write-bounced')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Cancel date/ }).click()
    await warning.waitFor()
    await dialog.getByText('Cancellation of the date: tell 1 recipient', { exact: true }).waitFor()
  },
)

for (const [locale, language, reply, choose, greeting] of [
  [
    'de-DE',
    '',
    'Antworten',
    'Mit Vorlage beginnen',
    'Sehr geehrte Frau Frage-de: Auskunft am Montag, 7. März 2033',
  ],
  ['en-GB', 'en', 'Reply', 'Begin with a template', 'Dear Ms Frage-en: Auskunft on Monday, 7 March 2033'],
] as const)
  browserTest(
    `a reply begins with a template that knows the subject of the letter (${locale})`,
    async (open) => {
      const visitor = await open.administrator({ locale })
      const { page, go, call, create, settled } = visitor
      const lastName = `Frage-${language || 'de'}`
      const date = await dateOf(visitor, 'Auskunft', [], { startDate: '2033-03-07', endDate: '2033-03-07' })
      const contact = await create('/contacts', {
        contactType: 'person',
        lastName,
        salutation: 'ms',
        language,
      })
      const [booking] = (
        await call('POST', '/bookings', {
          dateId: date.id,
          status: 'booked',
          participants: [{ contactId: contact.id }],
        })
      ).json
      const template = `Auskunft ${locale}`
      await create('/communication-templates', {
        name: template,
        subject: 'Auskunft',
        body: '{{ salutation }}: {{ date.title }} am {{ date.start | day }}',
        subjectEn: 'Information',
        bodyEn: '{{ salutation }}: {{ date.title }} on {{ date.start | day }}',
      })
      const task = await create('/tasks', { subject: `Wann beginnt es? ${locale}`, bookingId: booking.id })
      await runStatement(
        `update task set kind = 'mail', mail_from = 'frage@k.example', contact_id = ${contact.id} where id = ${task.id}`,
      )
      await go(`/tasks/${task.id}`)
      await settled()
      await page.getByRole('button', { name: reply, exact: true }).click()
      await page.getByRole('combobox', { name: choose }).click()
      await page.getByRole('option', { name: template }).click()
      await page.getByText(greeting).waitFor()
      await picture(visitor, `reply-template-${locale}`)
    },
  )

browserTest('the form of a booking that gets another status tells before it saves', async (open) => {
  const visitor = await open.administrator()
  const { page, go, call, settled } = visitor
  const date = await dateOf(visitor, 'Reservierung', ['Reserviert'])
  const [{ id, version }] = (await call('GET', `/dates/${date.id}/bookings`)).json
  await call('PATCH', `/bookings/${id}`, { version, status: 'reserved' })
  const dialog = page.getByRole('dialog')
  await go(`/bookings/${id}`)
  await settled()
  await page.getByLabel('Bemerkung', { exact: true }).fill('ohne Nachricht')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await settled()
  assert.equal(await dialog.count(), 0)
  await page.getByRole('combobox', { name: /Status/ }).click()
  await page.getByRole('option', { name: 'gebucht' }).click()
  await page.getByRole('button', { name: 'Speichern' }).click()
  const told = dialog.getByRole('region', { name: 'Buchungsbestätigung' })
  await told.getByText('Nora Reserviert', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'detached' })
  await settled()
  const [booking] = (await call('GET', `/bookings/${id}`)).json
  assert.deepEqual([booking.status, booking.comment], ['booked', 'ohne Nachricht'])
  assert.deepEqual(await causesOf(visitor, date), ['booked'])
})
