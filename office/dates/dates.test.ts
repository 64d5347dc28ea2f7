// Calendar days and the request of a series.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysInRange, mondayOf } from '../catalogue/dates/days.ts'
import type { ListedDate } from '../catalogue/dates/event-date.ts'
import { grossOf, netOf } from '../catalogue/vat.ts'
import { parseDay } from '../shell/language/typed-days.ts'
import { daysShown, periodOf, segmentsOf } from './calendar/calendar-dates.ts'
import { lanesOf } from './calendar/lanes.ts'
import { stepsOf } from './page/steps.ts'
import { type PlanForm, toPlan, toRecurrence } from './plan/plan-request.ts'
import { emptySeries, toSeriesRequest } from './series/series-values.ts'

test('net and gross amounts are computed from each other, rounded to cents', () => {
  assert.deepEqual(
    [grossOf(100, 19), grossOf(0.03, 19), grossOf(1008, 7), grossOf(49.99, 0)],
    [119, 0.04, 1078.56, 49.99],
  )
  assert.deepEqual([netOf(119, 19), netOf(99.9, 19), netOf(107.1, 7.5)], [100, 83.95, 99.63])
})

test('days are calendar days, also across a daylight saving change', () => {
  assert.deepEqual(daysInRange('2026-10-24', '2026-10-26'), ['2026-10-24', '2026-10-25', '2026-10-26'])
  assert.deepEqual(daysInRange('2026-10-24', '2026-10-01'), ['2026-10-24'])
  assert.deepEqual(daysInRange('', '2026-10-01'), [])
  assert.equal(addDays('2028-02-28', 1), '2028-02-29')
})

test('days are parsed in German and ISO notation', () => {
  assert.deepEqual(['24.10.2026', '1.2.27', '2026-10-24'].map(parseDay), [
    '2026-10-24',
    '2027-02-01',
    '2026-10-24',
  ])
  assert.deepEqual(['31.02.2026', '24/10/2026', 'x', ''].map(parseDay), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('the request of a series has existing events, titles of new events, and linked dates', () => {
  const values = emptySeries(3)
  values.event = { id: 7, title: 'Known' }
  values.modules[0] = {
    ...values.modules[0]!,
    event: { title: ' New ' },
    startDate: '2027-02-08',
    trainerId: 4,
  }
  values.modules[1] = { ...values.modules[1]!, how: 'link', linkedDateId: 12 }
  values.modules.length = 2
  values.withHotel = false
  const request = toSeriesRequest(values, 'All')
  assert.deepEqual(request.eventId, 7)
  assert.deepEqual(request.date.trainers, [{ trainerId: 4, isMain: true, isListed: true }])
  assert.deepEqual([request.date.prices, request.date.hotelQuotas], [[], []])
  const [first, second] = request.modules
  assert.deepEqual([first!.eventTitle, first!.dates.length], ['New', 1])
  assert.deepEqual([second!.linkedDateIds, second!.dates], [[12], []])
})

test('the request of a plan has the typed days, the filled fields and the chosen dates', () => {
  const values: PlanForm = {
    eventId: 7,
    kind: 'days',
    dates: '24.10.2026\n2026-10-26, 1.11.26',
    status: 'planned',
    format: '',
    trainerId: 4,
  }
  assert.deepEqual(toRecurrence(values).dates, ['2026-10-24', '2026-10-26', '2026-11-01'])
  const date = {
    startDate: '2026-10-24',
    endDate: '2026-10-24',
    startTime: '09:00',
    endTime: '',
    identifier: '',
  }
  const plan = toPlan(values, 3, [
    { ...date, isChosen: true },
    { ...date, startDate: '2026-10-26', identifier: 'x', isChosen: false },
  ])
  assert.deepEqual(plan.content, {
    eventId: 7,
    clientId: 3,
    status: 'planned',
    trainers: [{ trainerId: 4, isMain: true, isListed: true }],
  })
  const { identifier: _identifier, ...withoutIdentifier } = date
  assert.deepEqual(plan.dates, [withoutIdentifier])
})

test('the next steps of a date follow from its days, bookings and status', () => {
  const date = {
    status: 'planned',
    goesAhead: true,
    isPublished: true,
    startDate: '2027-03-10',
    endDate: '2027-03-11',
    bookingEndDate: '',
    participantsMin: 4,
    participantsMax: 8,
    seatsElsewhere: 0,
    bookedCount: 1,
    reservedCount: 0,
    waitlistedCount: 0,
  }
  const steps = (changes: Partial<typeof date>, today: string, attendance = 0, invoice = 0) =>
    stepsOf({ ...date, ...changes }, { attendance, invoice }, today)
  assert.deepEqual(steps({ isPublished: false }, '2027-01-01'), [
    { name: 'publish' },
    { name: 'decide', missing: 3, by: '2027-02-24' },
  ])
  assert.deepEqual(steps({ bookingEndDate: '2027-02-01' }, '2027-01-01'), [
    { name: 'decide', missing: 3, by: '2027-02-01' },
  ])
  assert.deepEqual(steps({ startDate: '', endDate: '' }, '2027-01-01'), [
    { name: 'decide', missing: 3, by: '' },
  ])
  const full = { bookedCount: 4 }
  assert.deepEqual(steps(full, '2027-01-01'), [{ name: 'confirm', hasMinimum: true }])
  assert.deepEqual(steps({ participantsMin: 0 }, '2027-01-01'), [{ name: 'confirm', hasMinimum: false }])
  assert.deepEqual(steps({ ...full, status: 'confirmed' }, '2027-03-02'), [])
  assert.deepEqual(steps({ ...full, status: 'confirmed' }, '2027-03-03'), [{ name: 'print', days: 7 }])
  assert.deepEqual(steps(full, '2027-03-10', 4), [{ name: 'attendance', open: 4 }])
  assert.deepEqual(steps(full, '2027-03-11'), [])
  assert.deepEqual(steps(full, '2027-03-12'), [{ name: 'certificates' }, { name: 'complete' }])
  const invoice = { name: 'invoice', open: 3 }
  assert.deepEqual(steps(full, '2027-03-10', 4, 3), [{ name: 'attendance', open: 4 }, invoice])
  assert.deepEqual(steps(full, '2027-03-12', 0, 3), [{ name: 'certificates' }, invoice, { name: 'complete' }])
  assert.deepEqual(steps({ bookedCount: 0 }, '2027-03-12'), [{ name: 'complete' }])
  assert.deepEqual(steps({ isPublished: false, goesAhead: false }, '2027-01-01'), [])
  assert.deepEqual(steps({ ...full, status: 'completed' }, '2027-03-12', 2), [])
})

test('a date is in the calendar on the days on which it takes place', () => {
  const shown = (startDate: string, endDate = '', sessionDays: string[] = [], isSeries = false) =>
    daysShown({ startDate, endDate, sessionDays, isSeries } as ListedDate)
  assert.deepEqual(shown('2027-03-30', '2027-04-01'), ['2027-03-30', '2027-03-31', '2027-04-01'])
  assert.deepEqual(shown('2027-03-30'), ['2027-03-30'])
  assert.deepEqual(shown(''), [])
  assert.deepEqual(shown('2027-03-30', '2027-09-30'), ['2027-03-30'])
  assert.deepEqual(shown('2027-03-30', '2027-04-01', [], true), ['2027-03-30'])
  const days = shown('2027-03-30', '2027-09-30', ['2027-03-30', '2027-03-31', '2027-09-30'])
  assert.deepEqual(segmentsOf(days), [
    { start: '2027-03-30', end: '2027-03-31' },
    { start: '2027-09-30', end: '2027-09-30' },
  ])
  assert.deepEqual(segmentsOf([]), [])
})

test('the days that a view of the calendar shows', () => {
  const month = { from: '2028-01-31', to: '2028-03-05' }
  assert.deepEqual(periodOf('dayGridMonth', '2028-02-01'), month)
  assert.deepEqual(periodOf('dayGridMonth', '2028-02-29'), month)
  assert.deepEqual(periodOf('dayGridMonth', '2026-12-31'), { from: '2026-11-30', to: '2027-01-03' })
  assert.deepEqual(periodOf('dayGridWeek', '2028-02-29'), { from: '2028-02-28', to: '2028-03-05' })
  assert.deepEqual(periodOf('listMonth', '2028-02-10'), { from: '2028-02-01', to: '2028-02-29' })
})

test('lanes have the dates of each trainer or room, those without one are last', () => {
  const names = new Map([
    [7, 'Zoë Öhm'],
    [8, 'Änne Abel'],
  ])
  const date = (id: number, trainerIds: number[], roomIds: number[] = []) =>
    ({
      id,
      trainers: trainerIds.map((trainer) => ({ id: trainer, name: names.get(trainer) })),
      rooms: roomIds.map((room) => ({ id: room, name: `Raum ${room}`, locationName: 'Haus' })),
    }) as ListedDate
  const dates = [date(1, []), date(2, [7, 8], [3]), date(3, [8])]
  const lanes = (kind: 'trainer' | 'room') =>
    lanesOf(dates, kind).map(({ name, dates: own }) => [name, ...own.map(({ id }) => id)])
  assert.deepEqual(lanes('trainer'), [
    ['Änne Abel', 2, 3],
    ['Zoë Öhm', 2],
    ['', 1],
  ])
  assert.deepEqual(lanes('room'), [
    ['Haus, Raum 3', 2],
    ['', 1, 3],
  ])
  assert.deepEqual(['2027-03-01', '2027-03-07', '2027-02-28'].map(mondayOf), [
    '2027-03-01',
    '2027-03-01',
    '2027-02-22',
  ])
})
