// The examples of the OpenAPI document.
import type { PublicDate, PublicEvent } from './schemas.ts'

const summary: PublicDate['event'] = {
  id: 7,
  slug: 'introduction-to-r',
  title: 'Introduction to R',
  subtitle: 'Statistics without fear',
  language: 'en',
  image: null,
  categories: [{ id: 1, name: 'Data Science' }],
}

const prices: PublicDate['prices'] = [
  {
    id: 3,
    title: 'Regular',
    description: '',
    gross: { amount: '690.00', currency: 'EUR' },
    net: { amount: '579.83', currency: 'EUR' },
    taxRate: '19.00',
    validFrom: null,
    validTo: null,
    isCurrent: true,
  },
]

export const exampleDate: PublicDate = {
  id: 41,
  slug: 'introduction-to-r-41',
  url: null,
  event: summary,
  title: 'Introduction to R',
  subtitle: '',
  identifier: 'R-2027-03',
  start: '2027-03-01T09:00:00+01:00',
  end: '2027-03-01T17:00:00+01:00',
  timeZone: 'Europe/Berlin',
  days: [{ date: '2027-03-01', from: '09:00', to: '17:00' }],
  duration: '8 hours',
  status: 'confirmed',
  format: 'onsite',
  location: {
    id: 12,
    name: 'Seminar house',
    street: 'Hafenstraße 1',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
    url: null,
  },
  trainers: [{ id: 1, name: 'Ada Lovelace', title: 'Dr.', image: null, url: null }],
  seats: { max: 12, free: 5 },
  availability: 'available',
  prices,
  bookableFrom: null,
  bookableTo: '2027-02-22',
  bookingUrl: null,
  modules: [],
  updatedAt: '2026-11-02T10:15:00+01:00',
}

export const exampleEvent: PublicEvent = {
  ...summary,
  url: null,
  identifier: 'R',
  teaser: '<p>From the first plot to the report.</p>',
  description: '<p>You learn to read, clean and show data.</p>',
  objectives: '',
  targetGroup: '<p>Researchers</p>',
  requirements: '',
  itinerary: '',
  service: '',
  prices,
  dates: [exampleDate],
  updatedAt: '2026-10-30T16:00:00+01:00',
}
