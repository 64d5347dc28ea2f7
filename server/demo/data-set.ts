// The demo's data set (decision 12): a German training provider that does not exist.
import { participations, settle, takenPlaces } from './bookings.ts'
import { plans } from './catalogue.ts'
import { catalogs, categories } from './categories.ts'
import { newsletterConsents } from './consents.ts'
import { articles, commTemplates, newsletterForms, tasks } from './crm.ts'
import { addDates } from './dates.ts'
import { leadCategories, leads } from './leads.ts'
import { contactCategories, people } from './people.ts'
import { random } from './random.ts'
import { addSeries } from './series.ts'
import { clients, users } from './staff.ts'
import { ownRecord } from './trainers.ts'

export type DataSet = ReturnType<typeof demoDataSet>

/**
 * The whole data set, ready to be imported. The same for the same day and seed. On another day it has the same records
 * with the same ids and relations: the dates of events move by whole weeks, so that they stay on their weekdays, and
 * what follows from being over or ahead (statuses, free places, whether a date can be booked) follows the day.
 * No number may therefore be drawn in one case of the day only.
 * @param today the calendar date that the dates lie around, `YYYY-MM-DD`
 */
export function demoDataSet(today: string, seed = 1) {
  const all = people(seed)
  const planned = plans()
  addDates(planned, today, all, random(seed, 'dates'))
  const dates = planned.flatMap(({ event }) => event.dates)
  const booked = participations(dates, all.contacts, today, random(seed, 'participations'))
  const taken = takenPlaces(booked)
  settle(dates, taken, today, random(seed, 'elsewhere'))
  addSeries(planned, taken)
  const found = leads(all.contacts, planned, today, random(seed, 'leads'))
  const { tasks: made, logbook } = tasks(found, booked, all.contacts, today, random(seed, 'tasks'))
  return {
    clients,
    users,
    contactCategories,
    companies: all.companies,
    contacts: [...all.locations, ...all.contacts],
    leadCategories,
    leads: found,
    newsletterForms,
    commTemplates,
    articles,
    catalogs,
    catalogCategories: categories,
    trainers: all.trainers.map(ownRecord),
    events: planned.map(({ event }) => event),
    participations: booked,
    tasks: made,
    logbook,
    newsletterConsents: newsletterConsents(all.contacts, today, random(seed, 'consents')),
  }
}
