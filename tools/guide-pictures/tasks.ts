// The tasks of the guide, done in the demo.
import { choose, nameIn, part, type Scene, typeDay, words } from './scene.ts'

const importedPeople = [
  ['Anna', 'Ostermann'],
  ['Ben', 'Lorenzen'],
  ['Clara', 'Petersen'],
]

export async function prepare({ create, call, language, inDays }: Scene) {
  const own = words[language]
  const location = await create('/locations', {
    name: own.location,
    city: 'Hamburg',
    rooms: [{ name: own.room, capacity: 12 }],
  })
  const trainer = await create('/trainers', { firstName: 'Ines', lastName: 'Falkenried' })
  const terms = [
    { daysBefore: 42, feePercent: 50 },
    { daysBefore: 14, feePercent: 80 },
  ]
  const full = await create('/events', { title: own.full, cancellationSteps: terms })
  const company = await create('/companies', { name: own.company })
  const contactIds: number[] = []
  for (const [index, firstName] of own.firstNames.entries()) {
    const lastName = own.lastNames[index]!
    const email = `${firstName}.${lastName}@nordwind.example`.toLowerCase().replaceAll('ı', 'i')
    const person = { contactType: 'person', firstName, lastName, emails: [{ email, isDefault: true }] }
    contactIds.push((await create('/contacts', { ...person, companyId: company.id })).id)
  }
  const date = {
    eventId: full.id,
    startTime: '09:00',
    endTime: '17:00',
    participantsMax: 4,
    hasWaitingList: true,
    locationIds: [location.id],
    trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
    prices: [{ title: language === 'de' ? 'Teilnahmegebühr' : 'Fee', netPrice: 480, vatRate: 19 }],
  }
  const coming = await create('/dates', { ...date, status: 'confirmed', startDate: inDays(30) })
  const past = await create('/dates', { ...date, status: 'running', startDate: inDays(-1) })
  const participants = contactIds.slice(0, 4).map((contactId) => ({ contactId }))
  for (const { id } of [coming, past])
    await create('/bookings', { dateId: id, status: 'booked', participants })
  await create('/bookings', {
    dateId: coming.id,
    status: 'waitlisted',
    participants: [{ contactId: contactIds[4] }],
  })
  for (const half of ['morning', 'afternoon'])
    await call('POST', `/dates/${past.id}/attendance/all-attended`, { day: inDays(-1), half })
  return { coming: coming.id, past: past.id, eventId: full.id }
}

export async function planDate(scene: Scene): Promise<number> {
  const { page, text, go, settle, take, language, inDays } = scene
  const own = words[language]
  const field = (name: string) => text(`resources.dates.fields.${name}`)
  await go('/dates/create')
  await choose(scene, page.getByRole('combobox', { name: field('eventId') }), own.full)
  await typeDay(page.getByRole('group', { name: field('startDate'), exact: true }), inDays(61))
  await page.getByRole('spinbutton', { name: field('participantsMax') }).fill('12')
  await choose(scene, page.getByRole('combobox', { name: field('locationIds') }), own.location)
  await page.mouse.wheel(0, -5000)
  await settle()
  await take('new-date')
  await page
    .getByRole('button', { name: text('ra.action.save'), exact: true })
    .first()
    .click()
  await page.waitForURL(/#\/dates\/\d+$/)
  await settle()
  await take('date')
  await page
    .getByRole('button', { name: text('dates.bulk.publish'), exact: true })
    .first()
    .click()
  await settle()
  await take('publish', page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  return Number(/\d+$/.exec(page.url())![0])
}

export async function book(scene: Scene, dateId: number, fullId: number): Promise<void> {
  const { page, text, go, settle, take, language } = scene
  const dialog = page.getByRole('dialog')
  const openDialog = async (id: number, index: number) => {
    await go(`/dates/${id}`)
    await page.getByRole('button', { name: text('bookings.book'), exact: true }).click()
    await choose(scene, dialog.getByLabel(text('bookings.person.find')), words[language].lastNames[index]!)
    await settle()
  }
  await openDialog(dateId, 0)
  await take('book', dialog)
  await page.keyboard.press('Escape')
  await openDialog(fullId, 5)
  await dialog.getByRole('button', { name: text('bookings.book'), exact: true }).click()
  await settle()
  await take('full', dialog)
  await page.keyboard.press('Escape')
  await go(`/dates/${fullId}`)
  await take('waiting-list', part(scene, 'dates.page.participants'))
}

export async function cancel(scene: Scene, dateId: number): Promise<void> {
  const { page, text, go, settle, take, inDays } = scene
  const dialog = page.getByRole('dialog')
  await go(`/dates/${dateId}`)
  await page.getByRole('button', { name: text('bookings.actionsFor', nameIn(scene, 1)) }).click()
  await page.getByRole('menuitem', { name: text('bookings.status.cancelled'), exact: true }).click()
  await dialog.getByLabel(text('bookings.cancelReason')).fill(words[scene.language].reason)
  await settle()
  await take('cancel', dialog)
  await dialog.getByRole('button', { name: text('bookings.cancelConfirm'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: text('dates.move.action'), exact: true }).click()
  await typeDay(dialog.getByRole('group', { name: text('dates.move.to') }), inDays(37))
  await dialog.getByRole('region', { name: text('messages.cause.moved') }).waitFor()
  await settle()
  await take('move', dialog)
  await page.keyboard.press('Escape')
}

export async function tell(scene: Scene, dateId: number): Promise<void> {
  const { go, take } = scene
  await go(`/dates/${dateId}`)
  await take('messages', part(scene, 'messages.title'))
  await go('/message-rules')
  await take('rules')
}

export async function print(scene: Scene, comingId: number, pastId: number): Promise<void> {
  const { page, text, go, settle, take } = scene
  await go(`/dates/${comingId}`)
  await take('documents', part(scene, 'documents.title'))
  await page.getByRole('button', { name: text('documents.badges'), exact: true }).click()
  await settle()
  await take('badges', page.getByRole('dialog'))
  await go(`/dates/${pastId}/attendance`)
  await take('attendance')
  await go(`/dates/${pastId}/certificates`)
  await take('certificates')
  await go('/feedback-questions')
  await take('feedback')
}

export async function importTable(scene: Scene): Promise<void> {
  const { page, text, go, settle, take, language } = scene
  const rows = importedPeople.map(([first, last], index) =>
    [
      first,
      last,
      words[language].importedCompany,
      index === 2 ? 'ohne-adresse' : `${first}.${last}@ostwind.example`,
      '20095',
      'Hamburg',
    ].join(';'),
  )
  await go('/imports/create')
  const table = `${words[language].table}${rows.join('\n')}\n`
  await page.locator('input[type=file]').setInputFiles({
    name: language === 'de' ? 'kontakte.csv' : 'contacts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table),
  })
  await page.getByRole('button', { name: text('imports.checkNow'), exact: true }).waitFor()
  await settle()
  await take('import-mapping')
  await page.getByRole('button', { name: text('imports.checkNow'), exact: true }).click()
  await page.getByRole('button', { name: text('imports.start', { smart_count: 2 }) }).waitFor()
  await settle()
  await take('import-check')
}

export async function show(scene: Scene): Promise<void> {
  const { page, go, take, settle, language } = scene
  await go('/')
  await take('start')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(words[language].lastNames[0]!)
  await settle()
  await take('search')
  await page.keyboard.press('Escape')
  await go('/events/create')
  await take('new-event')
  await go('/website-pages')
  // The preview is a page of its own.
  await page.frameLocator('iframe').getByRole('heading').first().waitFor()
  await settle()
  await take('website-pages')
  await go('/users/create')
  await take('new-user')
}
