// Invented values of messages, which have every placeholder.
import { documentSums } from '../catalogue/records/document-sums.ts'
import type { OrderView } from '../documents/orders/order-view.ts'
import { sampleRecipient } from '../mail/template.ts'
import type { Language } from '../platform/ground/language.ts'
import type { Delivery } from './delivery.ts'
import type { Addressee, MessageDate, MessageSeat } from './values.sql.ts'
import { type MessageValues, messageValues, noSeat } from './values.ts'

const samplePerson: Addressee = { id: 1, language: 'de', ...sampleRecipient }

const sampleDate: MessageDate = {
  id: 1,
  title: 'Projektmanagement kompakt',
  subtitle: 'Grundlagen',
  start: '2027-03-01',
  end: '2027-03-02',
  lastDay: '2027-03-02',
  startTime: '09:00',
  endTime: '17:00',
  goesAhead: true,
  isOnsite: true,
  isOnline: true,
  onlineLink: 'https://raum.example/abc',
  duration: '2 Tage',
  eventId: 1,
  eventTitle: 'Projektmanagement kompakt',
  clientName: 'Akademie',
  language: 'de',
  days: [
    { day: '2027-03-01', lastDay: '2027-03-01', startTime: '09:00', endTime: '17:00' },
    { day: '2027-03-02', lastDay: '2027-03-02', startTime: '09:00', endTime: '16:00' },
  ],
  locations: [
    {
      id: 1,
      name: 'Haus am Hafen',
      street: 'Kai 3',
      zip: '20457',
      city: 'Hamburg',
      country: 'Deutschland',
      address: 'Kai 3, 20457 Hamburg',
      email: '',
    },
  ],
  rooms: ['Saal 2'],
  trainers: [{ ...samplePerson, trainerId: 1, firstName: 'Ömer', lastName: 'Ada', name: 'Dr. Ömer Ada' }],
  staff: [],
}

const sampleSeat: MessageSeat = {
  ...noSeat,
  id: 17,
  dateId: 1,
  status: 'booked',
  countsAs: 'booked',
  offeredUntil: '2027-02-20T11:00:00+00:00',
  orderId: 12,
  orderSource: 'website',
  orderReference: 'B-2027-4',
  orderLanguage: '',
  orderCode: 'K7QF-3M2X',
  isConsumer: true,
  price: 1190,
  currency: 'EUR',
  dietaryNotes: 'vegan',
  accessibilityNotes: 'Rollstuhl',
  cancellationReason: 'krank',
  cancellationFee: 100,
  participant: samplePerson,
  orderer: samplePerson,
  claimed: { participant: null, orderer: null },
}

const samplePrice = {
  title: 'Regulärer Preis',
  full: '1190.00',
  amount: '1190.00',
  currency: 'EUR',
  vatRate: 19,
  vatIncluded: true,
  vatExemption: { de: '', en: '' },
  reductions: [],
}

const sampleOrder: OrderView = {
  id: 12,
  clientId: 1,
  code: 'K7QF-3M2X',
  createdAt: '2027-01-15T10:00:00+00:00',
  isConsumer: true,
  isOfVisitor: true,
  provider: {
    name: 'Akademie',
    addressLines: ['Kai 3', '20457 Hamburg'],
    phone: '040 123456',
    email: 'buero@akademie.example',
    website: 'https://akademie.example',
  },
  dates: [
    {
      id: 1,
      title: 'Projektmanagement kompakt',
      subtitle: 'Grundlagen',
      days: sampleDate.days,
      places: ['Haus am Hafen, Kai 3, 20457 Hamburg'],
      rooms: sampleDate.rooms,
      isOnline: true,
      onlineLink: sampleDate.onlineLink,
      goesAhead: true,
      changes: [{ what: ['move', 'cancel'], until: '2027-02-22' }],
      cancellationSteps: [],
      withdrawalException: { de: '', en: '' },
    },
  ],
  seats: [{ id: 17, dateId: 1, name: 'Jana Köhler', state: 'booked', offeredUntil: '', price: samplePrice }],
  payment: { de: '', en: '' },
  sums: documentSums([samplePrice]),
  accepted: [{ title: 'AGB', titleEn: 'Terms', version: 3 }],
}

/** An invented message. */
export const sampleDelivery = (language: Language): Delivery => ({
  role: 'participant',
  addressee: samplePerson,
  language,
  date: sampleDate,
  seats: [sampleSeat],
  participants: [sampleSeat],
  causes: ['thanks'],
  order: sampleOrder,
  before: {
    ...sampleDate,
    start: '2027-02-22',
    startTime: '10:00',
    place: 'Haus am See',
    trainers: 'Ida Ott',
  },
  formerDate: { title: 'Projektmanagement kompakt', start: '2027-02-22' },
})

/** Values that have every placeholder, and an element in every list. */
export const sampleValues = (language: Language = 'de'): MessageValues =>
  messageValues(sampleDelivery(language), {
    name: 'Akademie',
    email: 'buero@akademie.example',
    instanceName: 'Akademie',
    url: 'https://kontor.example',
    timeZone: 'Europe/Berlin',
  })
