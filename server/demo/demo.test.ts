import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Event } from '../catalogue/contract/event.schema.ts'
import { Company } from '../companies/company.schema.ts'
import { Contact } from '../contacts/contact.schema.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import { validationErrors } from '../platform/http/validation.ts'
import { countSeats } from './bookings.ts'
import { demoDataSet } from './data-set.ts'
import { addDays, weekday } from './days.ts'

const today = '2026-03-18'
const set = demoDataSet(today)
const dates = set.events.flatMap(({ dates }) => dates)
const different = (values: readonly unknown[], what: string) =>
  assert.equal(new Set(values).size, values.length, what)
const cents = (money: string) => Math.round(Number(money) * 100)

test('the same day and seed give the same data set, another seed gives another one', () => {
  const again = JSON.stringify(demoDataSet(today))
  assert.equal(again, JSON.stringify(set))
  assert.notEqual(again, JSON.stringify(demoDataSet(today, 2)))
})

test('the numbers of records are those that the guide states', () => {
  const persons = set.contacts.filter(({ contactType }) => contactType === 'person')
  const counts = [
    set.catalogs,
    set.events,
    dates,
    set.companies,
    persons,
    set.leads,
    set.participations,
    set.users,
  ].map((list) => list.length)
  assert.deepEqual(counts, [3, 120, 600, 800, 5000, 400, 3000, 6])
  assert.equal(persons.filter(({ trn_data }) => trn_data!.length > 0).length, 60)
  assert.equal(set.contacts.filter(({ contactType }) => contactType === 'location').length, 15)
  assert.ok(persons.filter(({ companyId }) => companyId > 0).length > 3300)
  assert.equal(new Set(set.participations.map(({ partStatus }) => partStatus)).size, 7)
  const statuses = set.contacts.flatMap(({ extNewsletter }) =>
    extNewsletter
      .flat()
      .map(
        ({ is_active, ext_opt_in, ext_opt_in_executed }) => `${is_active}${ext_opt_in}${ext_opt_in_executed}`,
      ),
  )
  assert.deepEqual([...new Set(statuses)].sort(), ['010', '011', '100', '111'])
})

test('every record matches the schema of the interface', () => {
  for (const event of set.events) assert.deepEqual(validationErrors(Event, event), [])
  for (const contact of set.contacts) assert.deepEqual(validationErrors(Contact, contact), [])
  for (const company of set.companies) assert.deepEqual(validationErrors(Company, company), [])
})

test('ids and identities are unique', () => {
  const all = [...set.companies, ...set.contacts]
  assert.deepEqual(
    all.map(({ id }) => id),
    all.map((_, index) => index + 1),
  )
  different(
    set.companies.map(({ name }) => comparisonKey(name)),
    'names of companies',
  )
  const addresses = all.flatMap(({ allAddress }) => allAddress)
  different(
    addresses.map(({ id }) => id),
    'addresses',
  )
  different(
    addresses.flatMap(({ emails }) => emails.map(({ id }) => id)),
    'e-mail addresses',
  )
  different(
    addresses.flatMap(({ phones }) => phones.map(({ id }) => id)),
    'phones',
  )
  different(
    set.contacts.flatMap(({ lastName, allAddress }) =>
      allAddress.flatMap(({ emails }) =>
        emails.map(({ email }) => `${comparisonKey(email)} ${comparisonKey(lastName)}`),
      ),
    ),
    'identities',
  )
  different(
    dates.map(({ date_id }) => date_id),
    'dates',
  )
  different(
    dates.map(({ date_identifier }) => date_identifier),
    'identifiers of dates',
  )
  different(
    dates.flatMap(({ hotel_quota }) => hotel_quota.map(({ id }) => id)),
    'hotel quotas',
  )
  different(
    [
      ...set.events.flatMap(({ event_files }) => event_files.flat()),
      ...dates.flatMap(({ date_files }) => date_files.flat()),
    ].map(({ diskitem_id }) => diskitem_id),
    'files',
  )
})

test('no two events have the same texts', () => {
  for (const field of [
    'event_title',
    'event_identifier',
    'event_article_no',
    'event_teaser',
    'event_description',
    'event_itinerary',
  ] as const)
    different(
      set.events.map((event) => event[field]),
      field,
    )
})

test('no contact detail is a real one', () => {
  const text = JSON.stringify(set)
  for (const [email] of text.matchAll(/[^\s"<>@]+@[^\s"<>@]+/g)) assert.match(email, /\.example$/)
  for (const [, host] of text.matchAll(/https?:\/\/([^/"]+)/g)) assert.match(host!, /\.example$/)
  const reserved =
    /^(30 23125\d{3}|69 90009\d{3}|40 66969\d{3}|221 4710\d{3}|89 99998\d{3}|152 (28817386|28895456|54599371)|171 39200\d{2}|176 040690\d{2})$/
  for (const { areaCode, number } of [...set.companies, ...set.contacts].flatMap(({ allAddress }) =>
    allAddress.flatMap(({ phones }) => phones),
  ))
    assert.match(`${areaCode} ${number}`, reserved)
})

test('all references are to existing records', () => {
  const ids = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id))
  const companies = ids(set.companies)
  const contacts = ids(set.contacts)
  const categories = ids(set.contactCategories)
  const dateIds = new Set(dates.map(({ date_id }) => date_id))
  const groups = new Set(set.catalogCategories.map(({ eventcat_id }) => eventcat_id))
  for (const { companyId, contactCategoriesId, allAddress } of set.contacts) {
    assert.ok(companyId === 0 || companies.has(companyId))
    assert.ok(contactCategoriesId.every((id) => categories.has(id)))
    assert.ok(
      allAddress.every(({ parentContactId }) => parentContactId === 0 || companies.has(parentContactId)),
    )
  }
  for (const { contactId, dateId } of set.participations)
    assert.ok((contactId === 0 || contacts.has(contactId)) && dateIds.has(dateId))
  different(
    set.participations
      .filter(({ contactId }) => contactId > 0)
      .map(({ contactId, dateId }) => `${contactId} ${dateId}`),
    'participations',
  )
  const owners = new Map(set.users.filter(({ crm }) => crm).map((user) => [user.id, user]))
  for (const lead of set.leads) {
    assert.ok(lead.contactIds.every((id) => contacts.has(id)))
    assert.equal(owners.get(lead.ownerId)!.name, lead.processor)
    assert.ok(owners.get(lead.ownerId)!.clientIds.includes(lead.clientId))
    assert.deepEqual(
      set.leadCategories.find(({ categoryId }) => categoryId === lead.categoryId),
      { categoryId: lead.categoryId, categoryName: lead.category, clientId: lead.clientId },
    )
  }
  for (const { event_catalog_categories } of set.events)
    for (const { eventcat_id, eventcat_parent } of event_catalog_categories)
      assert.ok(groups.has(eventcat_id) && groups.has(eventcat_parent))
  for (const { location, main_trainer, all_trainers } of dates) {
    assert.ok(location.every(({ location_id }) => contacts.has(location_id)))
    assert.ok(main_trainer.length === 1 && all_trainers.length > 0)
  }
})

test('newsletter consents, with and without confirmation, match the subscriptions of the contacts', () => {
  const consents = set.newsletterConsents
  assert.ok(consents.length > 400)
  const forms = new Map(set.newsletterForms.map((form) => [form.id, form]))
  const contacts = new Map(set.contacts.map((contact) => [contact.id, contact]))
  const stateOf = ({ confirmationHash, confirmedAt }: (typeof consents)[number]) =>
    confirmedAt ? 'confirmed' : confirmationHash ? 'pending' : 'given'
  for (const consent of consents) {
    const { contactId, formId, clientId, email, givenAt, confirmedAt, confirmationHash } = consent
    const form = forms.get(formId)!
    assert.deepEqual([clientId, confirmationHash !== ''], [form.clientId, form.doubleOptIn])
    assert.ok(givenAt < today && confirmedAt < today && (confirmedAt === '' || confirmedAt > givenAt))
    const contact = contacts.get(contactId)!
    assert.equal(contact.email, email)
    const subscribed = contact.extNewsletter.flat().find(({ ext_id }) => ext_id === String(formId))!
    assert.equal(subscribed.ext_opt_in_executed === 1, stateOf(consent) === 'confirmed')
  }
  const recent = consents.filter(({ givenAt }) => givenAt > addDays(today, -182))
  assert.ok(recent.length > 250)
  for (const state of ['given', 'pending', 'confirmed'])
    assert.ok(recent.filter((one) => stateOf(one) === state).length > 15, state)
  different(
    consents.map(({ id }) => id),
    'consents',
  )
})

test('gross matches net, and early-bird prices are lower and end before the date', () => {
  for (const price of [
    ...set.events.flatMap(({ event_prices }) => event_prices),
    ...dates.flatMap(({ date_prices }) => date_prices),
  ])
    assert.equal(
      cents(price.price_value_gross),
      Math.round((cents(price.price_value_net) * (100 + price.price_vat)) / 100),
    )
  assert.ok(dates.some(({ date_prices }) => date_prices[0]!.price_vat === 0))
  for (const { date_prices, start_date } of dates.filter((date) => date.date_prices.length === 2)) {
    const [early, regular] = date_prices as [(typeof date_prices)[number], (typeof date_prices)[number]]
    assert.ok(cents(early.price_value_net) < cents(regular.price_value_net))
    assert.ok(
      early.price_valid_to < start_date && regular.price_valid_from === addDays(early.price_valid_to, 1),
    )
  }
})

test('dates are around today, on weekdays, and their seats match the bookings', () => {
  const taken = countSeats(set.participations)
  for (const date of dates) {
    assert.ok(date.start_date >= addDays(today, -366) && date.end_date <= addDays(today, 366))
    assert.ok(
      date.date_hours.length === date.number_of_days &&
        date.date_hours.every(({ date_hours_date }) => weekday(date_hours_date) < 6),
    )
    assert.equal(date.date_hours.at(-1)!.date_hours_date, date.end_date)
    assert.ok(date.date_status !== 'running' || (date.start_date <= today && date.end_date >= today))
    const { booked, reserved, waitlisted } = taken.get(date.date_id) ?? {
      booked: 0,
      reserved: 0,
      waitlisted: 0,
    }
    assert.ok(booked + reserved + date.free_places <= date.participants_max)
    assert.ok(waitlisted === 0 || (date.free_places === 0 && date.waiting_list))
  }
  assert.equal(new Set(dates.map(({ date_status }) => date_status)).size, 6)
  assert.ok(dates.filter(({ free_places }) => free_places === 0).length >= 20)
  assert.ok(dates.filter(({ date_is_bookable }) => date_is_bookable).length > 100)
})

test('four courses have mandatory and elective modules with linked dates', () => {
  const courses = set.events.filter((event) =>
    event.dates.some(({ series_dates }) => series_dates.length > 0),
  )
  assert.equal(courses.length, 4)
  const entries = courses.flatMap((event) =>
    event.dates.flatMap((date) => date.series_dates.flatMap(({ module_type }) => module_type)),
  )
  different(
    entries.map(({ config }) => config.date_config_id),
    'modules',
  )
  for (const { config, dates: linked } of entries) {
    assert.ok(linked.length > 0)
    assert.deepEqual(
      linked.map(({ date_id }) => date_id),
      config.linked_dates.map(({ linked_date_id }) => linked_date_id),
    )
    const ofModule = set.events[config.module_event_id - 1]!.dates.map(({ date_id }) => date_id)
    assert.ok(linked.every(({ date_id }) => ofModule.includes(date_id)))
    assert.ok(config.module_type === 'elective' || linked[0]!.is_preselected)
  }
})

test('companies order several seats, some without a name on later dates; older bookings have no order', () => {
  const seatsOf = Map.groupBy(set.participations, ({ orderId }) => orderId)
  const contacts = new Map(set.contacts.map((contact) => [contact.id, contact]))
  const startOf = new Map(dates.map((date) => [date.date_id, date.start_date]))
  assert.ok(
    seatsOf.get(0)!.every(({ createdAt, contactId }) => createdAt < addDays(today, -170) && contactId > 0),
  )
  for (const order of set.orders) {
    const seats = seatsOf.get(order.id)!
    assert.equal(contacts.get(order.ordererId)!.companyId, order.companyId)
    assert.equal(new Set(seats.map(({ dateId }) => dateId)).size, 1)
    assert.ok(seats.length === 1 || order.companyId > 0)
    assert.ok(seats.every(({ createdAt }) => createdAt === order.createdAt && createdAt < today))
    for (const seat of seats.filter(({ contactId }) => contactId === 0)) {
      assert.ok(['booked', 'reserved'].includes(seat.partStatus) && startOf.get(seat.dateId)! > today)
    }
  }
  const unnamed = set.participations.filter(({ contactId }) => contactId === 0)
  const large = [...seatsOf].filter(([orderId, seats]) => orderId > 0 && seats.length > 2)
  assert.ok(unnamed.length > 30 && large.length > 20, `${unnamed.length}, ${large.length}`)
  assert.ok(set.orders.filter(({ invoiceReference }) => invoiceReference !== '').length > 200)
  assert.deepEqual([...new Set(set.orders.map(({ source }) => source))].sort(), [
    'import',
    'office',
    'website',
  ])
})

test('fees and reductions never exceed the price; only cancelled bookings have a reason', () => {
  const reductionOf = new Map(set.participationReductions.map((one) => [one.participationId, one]))
  assert.ok(reductionOf.size > 80)
  for (const booking of set.participations) {
    const { partId, partStatus, priceAmount, cancelledAt, cancellationReason, cancellationFee } = booking
    assert.equal(partStatus === 'cancelled', cancelledAt !== '')
    assert.equal(cancelledAt !== '', cancellationReason !== '')
    assert.ok(cancelledAt === '' || (cancelledAt >= booking.createdAt.slice(0, 10) && cancelledAt < today))
    assert.ok((cancellationFee ?? 0) <= (priceAmount ?? 0))
    assert.ok((reductionOf.get(partId)?.amount ?? 0) < (priceAmount ?? 1))
  }
  assert.ok(set.participations.filter(({ cancellationFee }) => cancellationFee !== null).length > 20)
})

test('the attendance of the last dates agrees with the status', () => {
  const statusOf = new Map(set.participations.map(({ partId, partStatus }) => [partId, partStatus]))
  const byBooking = Map.groupBy(set.attendance, ({ partId }) => partId)
  for (const [partId, halfDays] of byBooking)
    assert.equal(statusOf.get(partId), halfDays.some(({ attended }) => attended) ? 'attended' : 'absent')
  const partly = [...byBooking.values()].filter(
    (halfDays) => new Set(halfDays.map(({ attended }) => attended)).size === 2,
  )
  assert.ok(byBooking.size > 150 && partly.length > 10, `${byBooking.size}, ${partly.length}`)
})
