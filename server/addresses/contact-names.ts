// Whether two contacts have the same name.
import { compareCompanies, comparePersons, type Likeness } from '../platform/ground/matching/names.ts'
import { type ContactType, isPerson } from './contact-types.ts'

export type ContactName = { contactType: ContactType; firstName?: string; lastName: string }

/** Compares the names of two contacts of one type: persons by their words, others as companies. */
export const compareContactNames = (one: ContactName, other: ContactName): Likeness =>
  isPerson(one.contactType) ? comparePersons(one, other) : compareCompanies(one.lastName, other.lastName)
