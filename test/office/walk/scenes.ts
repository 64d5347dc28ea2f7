// The state before a day begins: a date that takes place today, a company, people, an event with its terms.
import assert from 'node:assert/strict'
import { callInterface, type Visitor } from '../office.ts'

interface Person {
  firstName: string
  lastName: string
  email: string
}

/** The names of a day. */
export interface Scene {
  /** Of the date that is planned. */
  event: string
  /** Takes place today, and on the first day that is proposed for the other. */
  course: string
  trainer: Person
  location: string
  company: string
  /** Of the company. */
  staff: readonly [Person, Person]
  /** Books alone. */
  known: Person
  /** The last seat is for one of them. */
  others: readonly [Person, Person]
  attending: readonly [Person, Person, Person]
  /** Why one of the company cancels. */
  reason: string
}

export const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`

const person = (name: string): Person => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const email = `${firstName}.${lastName}@kontor.example`.toLowerCase().replace('ü', 'ue')
  return { firstName, lastName, email }
}
const people = (...names: string[]): Person[] => names.map(person)

/** `names`: trainer, two of the company, one alone, two others, three at the course. */
function scene(
  event: string,
  course: string,
  location: string,
  company: string,
  reason: string,
  names: string[],
): Scene {
  const [trainer, a, b, known, c, d, e, f, g] = people(...names)
  return {
    event,
    course,
    location,
    company,
    reason,
    trainer: trainer!,
    staff: [a!, b!],
    known: known!,
    others: [c!, d!],
    attending: [e!, f!, g!],
  }
}

export const scenes = {
  nordwind: scene(
    'Konflikte sicher moderieren',
    'Führen ohne Vorgesetztenrolle',
    'Haus am Kanal',
    'Nordwind Logistik GmbH',
    'krank',
    [
      'Ines Falkenried',
      'Jonas Petersdorff',
      'Mira Sandkamp',
      'Tobias Rehmann',
      'Elif Aydingün',
      'Karl Brandauer',
      'Petra Lohmeyer',
      'Sven Oltmanns',
      'Ute Wiegmann',
    ],
  ),
  harbour: scene(
    'Negotiating under pressure',
    'Presenting with confidence',
    'Harbour House',
    'Whitfield Shipping Ltd',
    'ill',
    [
      'Grace Holloway',
      'Oliver Whitcombe',
      'Priya Ramsbury',
      'Hannah Eldridge',
      'Samuel Thornbury',
      'Chloe Penhallow',
      'Arthur Selwyn',
      'Nadia Karimova',
      'Edward Lyndhurst',
    ],
  ),
  mill: scene(
    'Writing clear reports',
    'Chairing short meetings',
    'The Old Mill',
    'Ashdown Foods Ltd',
    'ill',
    [
      'Martha Kingsnorth',
      'Daniel Ashworth',
      'Fiona Blakeley',
      'George Tennant',
      'Isabel Merrow',
      'Leo Harcastle',
      'Ruth Pembury',
      'Victor Lanyon',
      'Wendy Marsden',
    ],
  ),
  speicher: scene(
    'Protokolle, die gelesen werden',
    'Besprechungen kurz halten',
    'Alter Speicher',
    'Elbtal Optik AG',
    'krank',
    [
      'Gesine Harmstorf',
      'Arne Wulfhorst',
      'Bettina Quandt',
      'Clemens Overbeck',
      'Doreen Zabel',
      'Emil Vossberg',
      'Frauke Nissenhof',
      'Gunnar Lütjens',
      'Heike Moorkamp',
    ],
  ),
} satisfies Record<string, Scene>

const dayMs = 86_400_000
const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now())
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** A Tuesday in two or three weeks, so that the days after it are in its week. */
function tuesday(): string {
  const weekday = new Date(today()).getUTCDay()
  return addDays(today(), 14 + ((9 - weekday) % 7))
}

/** The days of a scene: the first is taken, the second is free, the third is where the date is moved to. */
export function daysOfScene() {
  const taken = tuesday()
  return { today: today(), taken, free: addDays(taken, 1), later: addDays(taken, 2) }
}

/** Creates what is there before the day begins. @returns the id of the event, and the days */
export async function prepare({ create, call }: Visitor, scene: Scene) {
  const days = daysOfScene()
  const { firstName, lastName } = scene.trainer
  const trainer = await create('/trainers', { firstName, lastName, overlapCheck: 'forbid' })
  await create('/locations', {
    name: scene.location,
    city: 'Hamburg',
    rooms: [{ name: 'Saal 1', capacity: 12 }],
  })
  const course = await create('/dates', {
    eventId: (await create('/events', { title: scene.course })).id,
    startDate: days.today,
    endDate: days.taken,
    sessionDays: [days.today, days.taken].map((day) => ({ day, startTime: '09:00', endTime: '12:30' })),
    status: 'confirmed',
    participantsMax: 8,
    trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
  })
  await create('/bookings', { dateId: course.id, status: 'booked', participants: scene.attending })
  const event = await create('/events', {
    title: scene.event,
    prices: [{ netPrice: 520, grossPrice: 618.8, vatRate: 19, currency: 'EUR' }],
    cancellationSteps: [
      { daysBefore: 42, feePercent: 0 },
      { daysBefore: 0, feePercent: 50 },
    ],
  })
  const published = await call('POST', `/events/${event.id}/publish`, {
    version: event.version,
    isPublished: true,
  })
  assert.equal(published.status, 200, JSON.stringify(published.json))
  await create('/companies', { name: scene.company })
  const contacts = [
    ...scene.staff.map((one) => ({ ...one, company: scene.company })),
    ...[scene.known, ...scene.others],
  ]
  for (const contact of contacts) {
    const { status, json } = await callInterface('POST', '/contacts', contact)
    assert.equal(status, 200, JSON.stringify(json))
  }
  return { eventId: event.id as number, days }
}
