// The steps of a day at the back office, for every language, screen and input.
import assert from 'node:assert/strict'
import {
  actionsOf,
  bookingsOf,
  button,
  countOf,
  type Day,
  dialogButton,
  numericDate,
  onWebsite,
  says,
} from './day.ts'
import { nameOf } from './scenes.ts'

/** The trainer is at another date: the plan is refused, and another day taken. */
export async function plan(day: Day): Promise<void> {
  const { walker, scene, prepared } = day
  const { page, text } = walker
  const field = (name: string) => text(`resources.dates.fields.${name}`)
  const section = (key: string) => page.getByRole('region', { name: text(key), exact: true })
  const dayField = (name: string) => page.getByRole('group', { name: field(name), exact: true })
  await walker.open(text('dates.menu'))
  await walker.job('plan', async () => {
    await walker.press(page.getByRole('link', { name: text('ra.action.create') }))
    await walker.choose(page.getByRole('combobox', { name: field('eventId') }), scene.event, scene.event)
    await walker.typeDay(dayField('startDate'), prepared.days.taken)
    await walker.type(
      page
        .getByRole('group', { name: field('startTime') })
        .getByRole('spinbutton')
        .first(),
      '0900',
    )
    await walker.type(
      page
        .getByRole('group', { name: field('endTime') })
        .getByRole('spinbutton')
        .first(),
      '1700',
    )
    const trainers = section('dates.section.trainers')
    await walker.press(trainers.getByRole('button', { name: text('ra.action.add') }))
    await walker.choose(trainers.getByRole('combobox'), scene.trainer.lastName, nameOf(scene.trainer))
    await walker.choose(
      page.getByRole('combobox', { name: field('locationIds') }),
      scene.location,
      scene.location,
    )
    await walker.type(page.getByRole('spinbutton', { name: field('participantsMax') }), '6')
    const prices = section('dates.tab.prices')
    await walker.press(prices.getByRole('button', { name: text('ra.action.add') }))
    await walker.type(prices.getByLabel(field('prices.netPrice')), '480')
    const taken = text('errors.dates.trainerTaken', {
      name: nameOf(scene.trainer),
      day: numericDate(day, prepared.days.taken),
      title: scene.course,
    })
    await page
      .getByText(text('dates.hint.notAllowed', { hint: taken }))
      .first()
      .waitFor()
    await walker.press(button(day, 'ra.action.save'))
    await page.getByText(taken, { exact: true }).first().waitFor()
    const saving = (await button(day, 'ra.action.save').boundingBox())!
    assert.ok(saving.y + saving.height <= page.viewportSize()!.height)
    // The error has the focus, and nothing covers it.
    await trainers.getByRole('combobox').and(page.locator(':focus')).waitFor()
    assert.equal(await page.getByRole('listbox').count(), 0)
    await day.look('refused')
    await walker.typeDay(dayField('startDate'), prepared.days.free)
    await page.getByText(taken).first().waitFor({ state: 'detached' })
    await walker.press(button(day, 'ra.action.save'))
    await page.waitForURL(/#\/dates\/\d+$/)
  })
  day.dateId = Number(/\d+$/.exec(page.url())![0])
  await day.look('planned')
}

export async function publish(day: Day): Promise<void> {
  const { walker } = day
  assert.equal(await onWebsite(day), undefined)
  await walker.press(button(day, 'dates.bulk.publish'))
  await walker.press(dialogButton(day, 'dates.bulk.publish'))
  await says(day, 'dates.publish.done')
  await day.look('published')
  assert.equal((await onWebsite(day))?.free_places, 6)
}

/** A company books four seats: two of its people, and two whose names follow. */
export async function bookCompany(day: Day): Promise<void> {
  const { walker, scene } = day
  const { page, text } = walker
  const dialog = page.getByRole('dialog')
  await walker.press(button(day, 'bookings.book'))
  for (const one of scene.staff)
    await walker.choose(
      dialog.getByLabel(text('bookings.person.find')),
      one.lastName,
      new RegExp(nameOf(one)),
    )
  await walker.type(dialog.getByLabel(text('bookings.unnamedSeats')), '2')
  await walker.press(dialog.locator('summary'))
  await walker.choose(
    dialog.getByRole('combobox', { name: text('resources.orders.fields.companyId') }),
    scene.company,
    scene.company,
  )
  await walker.type(dialog.getByLabel(text('resources.orders.fields.invoiceReference')), 'PO-4711')
  await day.look('order')
  await walker.press(dialogButton(day, 'bookings.bookSeats', { smart_count: 4 }))
  await says(day, 'bookings.done.seats', { smart_count: 4 })
  await dialog.waitFor({ state: 'detached' })
  await day.look('booked')
  assert.deepEqual(
    (await bookingsOf(day)).map(({ status, contactId }) => [status, contactId > 0]).toSorted(),
    [
      ['booked', false],
      ['booked', false],
      ['booked', true],
      ['booked', true],
    ],
  )
}

export async function bookKnownPerson(day: Day): Promise<void> {
  const { walker, scene } = day
  const { page, text } = walker
  const dialog = page.getByRole('dialog')
  await walker.open(text('start.title'))
  await walker.job('book', async () => {
    await walker.choose(
      page.getByRole('combobox', { name: text('start.book') }),
      scene.known.lastName,
      new RegExp(nameOf(scene.known)),
    )
    await walker.choose(
      dialog.getByRole('combobox', { name: text('bookings.date') }),
      scene.event,
      new RegExp(scene.event),
    )
    await walker.press(dialogButton(day, 'bookings.book'))
    await dialog.waitFor({ state: 'detached' })
  })
  await day.look('start')
  assert.equal(await countOf(day, 'booked'), 5)
}

/** Two people for the last seat: the date offers what can be done. */
export async function bookOnFullDate(day: Day): Promise<void> {
  const { walker, scene } = day
  const { page, text } = walker
  const dialog = page.getByRole('dialog')
  await walker.find('date', scene.event)
  await walker.press(button(day, 'bookings.book'))
  for (const one of scene.others)
    await walker.choose(
      dialog.getByLabel(text('bookings.person.find')),
      one.lastName,
      new RegExp(nameOf(one)),
    )
  await walker.press(dialogButton(day, 'bookings.bookMany', { smart_count: 2 }))
  await dialogButton(day, 'bookings.full.fitting', { smart_count: 1 }).waitFor()
  await page.getByRole('alert').and(page.locator(':focus')).waitFor()
  await day.look('full')
  await walker.press(dialogButton(day, 'bookings.full.switchOnBoth', { fits: 1, rest: 1 }))
  await says(day, 'bookings.done.both', { booked: 1, waitlisted: 1 })
  await dialog.waitFor({ state: 'detached' })
  await day.look('waiting')
  assert.deepEqual([await countOf(day, 'booked'), await countOf(day, 'waitlisted')], [6, 1])
  assert.equal((await onWebsite(day))?.free_places, 0)
}

/** One of the company cancels and pays half of the price; the waiting person gets the seat. */
export async function cancelWithFee(day: Day): Promise<void> {
  const { walker, scene } = day
  const { page, text } = walker
  const dialog = page.getByRole('dialog')
  await walker.job('cancel', async () => {
    await walker.press(actionsOf(day, 1))
    await walker.press(page.getByRole('menuitem', { name: text('bookings.status.cancelled') }))
    await dialog.getByText(/50\s?%/).waitFor()
    await dialog.getByText('€', { exact: true }).waitFor()
    assert.match(await dialog.getByLabel(text('bookings.cancelFee')).inputValue(), /^240[.,]00$/)
    await walker.type(dialog.getByLabel(text('bookings.cancelReason')), scene.reason)
    await day.look('fee')
    await walker.press(dialogButton(day, 'bookings.cancelConfirm'))
    await page
      .getByText(text('bookings.promoted', { smart_count: 1, names: nameOf(scene.others[1]) }))
      .waitFor()
  })
  await dialog.waitFor({ state: 'detached' })
  await day.look('promoted')
  const cancelled = (await bookingsOf(day)).filter(({ status }) => status === 'cancelled')
  assert.deepEqual(
    cancelled.map(({ cancellationFee }) => cancellationFee),
    [240],
  )
  assert.deepEqual([await countOf(day, 'booked'), await countOf(day, 'waitlisted')], [6, 0])
}

/** By mouse in the calendar, otherwise on the page of the date: the dialog is the same. */
export async function move(day: Day): Promise<void> {
  const { walker, scene, prepared } = day
  const { page, text } = walker
  const { free, later } = prepared.days
  const dialog = page.getByRole('dialog')
  if (walker.input === 'mouse') {
    await walker.open(text('dates.calendar'))
    const cell = (of: string) => page.locator(`[data-date="${of}"]`)
    // Before the calendar is shown, no day is there.
    await page.locator('[data-date]').first().waitFor()
    while ((await cell(free).count()) === 0) {
      await walker.press(page.getByRole('button', { name: /^(Nächster|Next)/ }))
      await walker.visitor.settled()
    }
    await day.look('calendar')
  }
  await walker.job('move', async () => {
    if (walker.input === 'mouse') {
      const entry = page.locator(`a[href$="/dates/${day.dateId}"]`).first()
      await walker.drag(entry, page.locator(`[data-date="${later}"]`).first())
    } else {
      await walker.press(button(day, 'dates.move.action'))
      await walker.typeDay(dialog.getByRole('group', { name: text('dates.move.to') }), later)
    }
    await dialog.getByText(scene.event).first().waitFor()
    const counts = text('bookings.seats.booked', { count: 6 })
    await dialog.getByText(text('dates.move.people', { counts })).waitFor()
    await day.look('move')
    await walker.press(dialogButton(day, 'dates.move.action'))
    await says(day, 'dates.move.done')
  })
  await day.look('moved')
  const [date] = (await walker.visitor.call('GET', `/dates/${day.dateId}`)).json
  assert.equal(date.startDate, later)
}

/** The office makes a link, and the trainer records the attendance of today's course with a phone. */
export async function recordAttendance(day: Day): Promise<void> {
  const { walker, scene } = day
  const { page, text } = walker
  await walker.find('date', scene.course)
  await walker.press(page.getByRole('link', { name: text('dates.step.attendanceAction') }))
  await walker.press(button(day, 'attendance.link.create'))
  const address = (await page.locator('code').textContent())!
  await day.look('link')

  const trainer = await day.trainer(day)
  await trainer.page.goto(address)
  const [first, second, third] = scene.attending.map((one) =>
    trainer.page.getByRole('group', { name: nameOf(one) }),
  )
  await trainer.job('attendance', async () => {
    await trainer.answer(first!.getByRole('radio', { name: text('attendance.mark.attended') }))
    await trainer.answer(second!.getByRole('radio', { name: text('attendance.mark.attended') }))
    await trainer.answer(third!.getByRole('radio', { name: text('attendance.mark.absent') }))
    await day.look('attendance', trainer)
    await trainer.press(trainer.page.getByRole('button', { name: text('ra.action.save') }))
    await trainer.page.getByRole('status').waitFor()
  })
  walker.efforts.set('attendance', trainer.efforts.get('attendance')!)
  await day.look('recorded', trainer)
  const counts = ['attended', 'absent', 'open'].map((key, index) =>
    text(`attendance.${key}`, { smart_count: [2, 1, 0][index]! }),
  )
  await trainer.page.getByText(counts.join(', ')).waitFor()
  assert.equal(await trainer.page.getByText(scene.company).count(), 0)
}

/** The invoice confirmation for the other seat of the company, from its booking. */
export async function invoice(day: Day): Promise<void> {
  const { walker, scene } = day
  const { page, text } = walker
  const dialog = page.getByRole('dialog')
  await walker.find('date', scene.event)
  await walker.job('invoice', async () => {
    await walker.press(actionsOf(day, 0))
    await walker.press(page.getByRole('menuitem', { name: text('bookings.open') }))
    await walker.press(button(day, 'orders.confirmation'))
    await dialog.getByText(text('orders.receiver', { name: scene.company })).waitFor()
    await day.look('confirm')
    await walker.press(dialogButton(day, 'invoices.submit'))
    await page.waitForURL(/invoice-confirmations\/\d+\/show/)
  })
  await page.getByRole('paragraph').filter({ hasText: 'PO-4711' }).waitFor()
  await day.look('confirmed')
  const id = Number(/confirmations\/(\d+)/.exec(page.url())![1])
  const [confirmation] = (await walker.visitor.call('GET', `/invoice-confirmations/${id}`)).json
  assert.deepEqual([confirmation.reference, confirmation.totals[0].net], ['PO-4711', 480])
}
