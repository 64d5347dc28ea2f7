// The kinds of records that the search of the back office finds. Without imports but of kinds, because the back office asks the same.
import { type ContactType, contactTypes } from '../addresses/contact-types.ts'
import type { Right } from '../platform/ground/rights.ts'

type GroupProperties = {
  /** A sample finds the words that occur in many of its entries. */
  isLarge: boolean
  /** Its entries are visible only to the users of their client. */
  isOfClients: boolean
  maxCandidates: number
}

/** Kinds of the index that are searched together: each group has a partial index. */
const groups = {
  persons: { isLarge: true, isOfClients: false, maxCandidates: 400 },
  companiesAndLocations: { isLarge: false, isOfClients: false, maxCandidates: 400 },
  leadsAndTasks: { isLarge: false, isOfClients: true, maxCandidates: 400 },
  eventsAndDates: { isLarge: false, isOfClients: false, maxCandidates: 3000 },
} as const satisfies Record<string, GroupProperties>
export type CandidateGroup = keyof typeof groups
export const candidateGroups: Readonly<Record<CandidateGroup, GroupProperties>> = groups

type Properties = {
  /** The resource of its page. */
  resource: string
  /** Another resource whose addresses lead to it. */
  alsoAt?: string
  /** The right that seeing it requires. */
  right?: Right
  maxHits: number
  /** Its bookings are hits too. */
  hasBookings?: true
  /** It has a number that names it alone, such as `T-000123`. */
  hasOwnNumber?: true
  /** The nearest in time come first. */
  isByTime?: true
  /** The prefix of the text keys of its statuses. */
  statusTexts?: string
}
/** It has entries in the index. */
type EntryProperties = Properties & { group: CandidateGroup }

const ofContact = (type: ContactType) =>
  ({ resource: contactTypes[type].resource, right: '090300:access' }) as const

/** In the order in which the back office shows them. */
const record = {
  person: { ...ofContact('person'), group: 'persons', maxHits: 8, hasBookings: true },
  company: { ...ofContact('company'), alsoAt: 'contacts', group: 'companiesAndLocations', maxHits: 5 },
  location: { ...ofContact('location'), group: 'companiesAndLocations', maxHits: 3 },
  booking: { resource: 'bookings', right: 'booking:access', maxHits: 5, statusTexts: 'bookings.status' },
  lead: { resource: 'leads', right: 'lead:access', group: 'leadsAndTasks', maxHits: 5 },
  task: {
    resource: 'tasks',
    right: 'task:access',
    group: 'leadsAndTasks',
    maxHits: 5,
    hasOwnNumber: true,
    statusTexts: 'search.status',
  },
  event: { resource: 'events', group: 'eventsAndDates', maxHits: 5 },
  date: {
    resource: 'dates',
    group: 'eventsAndDates',
    maxHits: 6,
    isByTime: true,
    statusTexts: 'dates.status',
  },
} as const satisfies Record<string, Properties | EntryProperties> & Record<ContactType, EntryProperties>

export type HitKind = keyof typeof record
/** A kind with entries in the index; bookings are found by their persons. */
export type EntryKind = {
  [K in HitKind]: (typeof record)[K] extends EntryProperties ? K : never
}[HitKind]

export const searchKinds: Readonly<
  Record<EntryKind, EntryProperties> & Record<Exclude<HitKind, EntryKind>, Properties>
> = record
export const hitKinds = Object.keys(record) as HitKind[]

const isEntryKind = (kind: HitKind): kind is EntryKind => 'group' in record[kind]
export const entryKinds = hitKinds.filter(isEntryKind)

/** The resources with pages of entries. */
export const searchedResources = [...new Set(entryKinds.map((kind) => searchKinds[kind].resource))]

/** The kinds to which the addresses of a resource lead. */
export const kindsAt = (resource: string): EntryKind[] =>
  entryKinds.filter((kind) => {
    const { resource: own, alsoAt } = searchKinds[kind]
    return own === resource || alsoAt === resource
  })
