// The examples of the OpenAPI document.
import { type EventTexts, eventTexts } from '../catalogue/records/event-fields.ts'
import type { PublicDate, PublicEvent, PublicImage } from './schemas.ts'

/** @param widths of the sizes; heights are two thirds of them */
const imageOf = (id: number, alt: string, name: string, widths: readonly number[]): PublicImage => {
  const sources = (['image/webp', 'image/jpeg'] as const).flatMap((type) =>
    widths.map((width) => {
      const file = `${name}-${width}.3f9a0c1b2d4e5f60.${type === 'image/webp' ? 'webp' : 'jpg'}`
      return { url: `/public/v1/files/${id}/${file}`, type, width, height: Math.round((width * 2) / 3) }
    }),
  )
  const { url, width, height } = sources.at(-1)!
  return { alt, altEn: '', url, width, height, sources }
}

const summary: PublicDate['event'] = {
  id: 7,
  slug: 'introduction-to-r',
  title: 'Introduction to R',
  subtitle: 'Statistics without fear',
  language: 'en',
  image: imageOf(5, 'A scatter plot with a regression line', 'introduction-to-r', [320, 640, 1280]),
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
    taxExemption: null,
    validFrom: null,
    validTo: null,
    validFor: '',
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
    image: null,
  },
  trainers: [{ id: 1, name: 'Ada Lovelace', title: 'Dr.', image: null, url: null }],
  seats: { max: 12, free: 5 },
  availability: 'available',
  isGuaranteed: true,
  prices,
  bookableFrom: null,
  bookableTo: '2027-02-22',
  bookingUrl: null,
  modules: [],
  files: [],
  updatedAt: '2026-11-02T10:15:00+01:00',
}

const noTexts = Object.fromEntries(Object.keys(eventTexts).map((name) => [name, ''])) as EventTexts

export const examplePublicEvent: PublicEvent = {
  ...summary,
  url: null,
  identifier: 'R',
  ...noTexts,
  teaser: '<p>From the first plot to the report.</p>',
  description: '<p>You learn to read, clean and show data.</p>',
  targetGroup: '<p>Researchers</p>',
  files: [
    {
      id: 94,
      name: 'Programme',
      description: '',
      url: '/public/v1/files/94/programme.8d1f0c9a7b6e5d43.pdf',
      type: 'application/pdf',
      size: 48_213,
    },
  ],
  prices,
  cancellation: [
    { daysBefore: 14, feePercent: '0.00' },
    { daysBefore: 0, feePercent: '100.00' },
  ],
  dates: [exampleDate],
  updatedAt: '2026-10-30T16:00:00+01:00',
}
