// The demo's data set (decision 12): a fictional German training provider.
import { createAttendance } from './attendance.ts'
import { countSeats, createBookings, setDerivedFields } from './bookings.ts'
import { cancellationSteps } from './cancellation-steps.ts'
import { createEventPlans } from './catalogue.ts'
import { catalogs, categories } from './categories.ts'
import { newsletterConsents } from './consents.ts'
import { articles, commTemplates, createTasks, newsletterForms } from './crm.ts'
import { addDates } from './dates.ts'
import { createLeads, leadCategories } from './leads.ts'
import { letterheads } from './letterheads.ts'
import { contactCategories } from './names.ts'
import { createOrders } from './orders.ts'
import { createPeople } from './people.ts'
import { seededRandom } from './random.ts'
import { createRooms } from './rooms.ts'
import { addSeries } from './series.ts'
import { clients, savedViews, users } from './staff.ts'
import { toTrainerSectionRecord } from './trainers.ts'

/** The contents on certificates, for the first events; the others have their objectives. */
const certificateTexts = (eventIds: readonly number[]) =>
  eventIds.slice(0, 5).map((event_id) => ({
    event_id,
    certificatePercent: 75,
    certificateTextDe:
      '- Grundlagen und Begriffe\n- Methoden und Übungen an Fällen aus der Praxis\n- Transfer in den eigenen Arbeitsalltag',
    certificateTextEn:
      '- Fundamentals and terms\n- Methods, with exercises on real cases\n- Transfer to everyday work',
  }))

export type DataSet = ReturnType<typeof demoDataSet>

/**
 * The complete data set for `kontor import`, the same for the same day and seed. On another day it has the same records with the
 * same ids and relations: the dates of events move by whole weeks, and thus keep their weekdays; fields that depend on whether a
 * date is over (statuses, free seats, bookability) follow the day. Therefore the generator must draw the same random numbers on
 * every day.
 * @param today the calendar date around which the dates take place, `YYYY-MM-DD`
 */
export function demoDataSet(today: string, seed = 1) {
  const allPeople = createPeople(seed)
  const eventPlans = createEventPlans()
  addDates(eventPlans, today, allPeople, seededRandom(seed, 'dates'))
  const dates = eventPlans.flatMap(({ event }) => event.dates)
  const bookings = createBookings(dates, allPeople.contacts, today, seededRandom(seed, 'participations'))
  const seatCounts = countSeats(bookings)
  setDerivedFields(dates, seatCounts, today, seededRandom(seed, 'elsewhere'))
  addSeries(eventPlans, seatCounts)
  const orders = createOrders(bookings, eventPlans, allPeople.contacts, today, seededRandom(seed, 'orders'))
  const createdLeads = createLeads(allPeople.contacts, eventPlans, today, seededRandom(seed, 'leads'))
  const { tasks: createdTasks, logbook } = createTasks(
    createdLeads,
    bookings,
    allPeople.contacts,
    today,
    seededRandom(seed, 'tasks'),
  )
  return {
    clients,
    letterheads,
    users,
    contactCategories,
    companies: allPeople.companies,
    contacts: [...allPeople.locations, ...allPeople.contacts],
    leadCategories,
    leads: createdLeads,
    newsletterForms,
    commTemplates,
    articles,
    catalogs,
    catalogCategories: categories,
    trainers: allPeople.trainers.map(toTrainerSectionRecord),
    events: eventPlans.map(({ event }) => event),
    cancellationSteps: cancellationSteps(eventPlans),
    savedViews,
    rooms: createRooms(
      allPeople.locations.map(({ id }) => id),
      dates,
    ),
    eventSettings: certificateTexts(eventPlans.map(({ event }) => event.event_id)),
    ...orders,
    participations: bookings,
    attendance: createAttendance(dates, bookings, today, seededRandom(seed, 'attendance')),
    tasks: createdTasks,
    logbook,
    newsletterConsents: newsletterConsents(allPeople.contacts, today, seededRandom(seed, 'consents')),
  }
}
