// Whether a contact may be the one that is entered or that a file has: the one rule of the entry and of imports.
import { foldText } from '../platform/ground/matching/letters.ts'
import { type ContactName, compareContactNames } from './contact-names.ts'
import { isPerson } from './contact-types.ts'

export type PlacedContact = ContactName & {
  city: string
  /** The same text for the same company; '': none. */
  company: string
  /** Their digits. */
  phones: readonly string[]
}

const isSame = (one: string, other: string): boolean => one !== '' && one === other

/** Whether two contacts share the city, the company or a telephone number. */
export const areNearby = (one: PlacedContact, other: PlacedContact): boolean =>
  isSame(foldText(one.city.trim()), foldText(other.city.trim())) ||
  isSame(one.company, other.company) ||
  one.phones.some((phone) => other.phones.some((another) => isSame(phone, another)))

/** 1: the same name; 2: a near name, of persons nearby; undefined: another contact. */
export function similarityOf(one: PlacedContact, other: PlacedContact): 1 | 2 | undefined {
  if (one.contactType !== other.contactType) return undefined
  const likeness = compareContactNames(one, other)
  if (likeness === 'equal') return 1
  return likeness === 'near' && (!isPerson(one.contactType) || areNearby(one, other)) ? 2 : undefined
}
