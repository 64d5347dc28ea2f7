// The senders of a mail: the contacts that have its address.
import { sql } from 'kysely'
import { isPerson } from '../addresses/contact-types.ts'
import type { Reader } from '../platform/database/database.ts'
import { compareCompanies, comparePersons } from '../platform/ground/matching/names.ts'
import { emailKey } from '../platform/ground/text.ts'
import { parseAddresses } from './mail-addresses.ts'

export type SenderContact = { id: number; name: string; companyName: string; contactType: string }

const maxContacts = 20

/** Persons and companies with an address, persons first. */
export async function contactsWithAddress(reader: Reader, address: string): Promise<SenderContact[]> {
  const { rows } = await sql<SenderContact>`
    select c.id, trim(c.first_name || ' ' || c.last_name) as name, coalesce(k.last_name, c.company) as "companyName",
      c.contact_type as "contactType"
    from contact c left join contact k on k.id = c.company_id
    where c.contact_type <> 'location'
      and c.id in (select e.contact_id from email_address e where e.email_key = ${emailKey(address)})
    order by c.contact_type = 'person' desc, c.last_name, c.first_name, c.id limit ${maxContacts}`.execute(
    reader,
  )
  return rows
}

/** Of contacts, the only one that has a name; otherwise the only one whose name is near. */
export function onlyNamed(contacts: readonly SenderContact[], name: string): SenderContact | undefined {
  const named = Map.groupBy(contacts, (one) =>
    isPerson(one.contactType) ? comparePersons(one.name, name) : compareCompanies(one.name, name),
  )
  const [only, another] = named.get('equal') ?? named.get('near') ?? []
  return another ? undefined : only
}

/** The one contact that has the address of a sender, and of several the one with the sender's name; undefined: there is none. */
export async function senderContactId(reader: Reader, mailFrom: string): Promise<number | undefined> {
  const [sender] = parseAddresses(mailFrom)
  if (!sender) return undefined
  const contacts = await contactsWithAddress(reader, sender.address)
  return (contacts.length === 1 ? contacts[0] : onlyNamed(contacts, sender.name))?.id
}
