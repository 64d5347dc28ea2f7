// Whether two contacts have the same name.
import {
  companyWords,
  compareCompanies,
  comparePersons,
  type Likeness,
  personWords,
} from '../platform/ground/matching/names.ts'
import { type ContactType, isPerson } from './contact-types.ts'

export type ContactName = { contactType: ContactType; firstName?: string; lastName: string }

/** Compares the names of two contacts of one type: persons by their words, others as companies. */
export const compareContactNames = (one: ContactName, other: ContactName): Likeness =>
  isPerson(one.contactType) ? comparePersons(one, other) : compareCompanies(one.lastName, other.lastName)

/** The words of a name that are compared. */
export const wordsOfContact = (one: ContactName): string[] =>
  isPerson(one.contactType) ? personWords(one) : companyWords(one.lastName)
