// Rows 6 and 7: a contact by its e-mail address; contact creation.
import { isDeepStrictEqual } from 'node:util'
import { getBody, prefix, sendRequest } from '../../support/kontor.ts'
import { startCeiling } from '../ceilings/start-ceiling.ts'
import type { Row } from '../compare.ts'
import type { Instance } from '../instance/instance.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { emailOf } from '../instance/seed.ts'
import { loadOn, type Requests } from '../load/load.ts'
import type { RequestTarget } from './events.ts'

const pathCount = 5000

/** Addresses of contacts all over the table, in an order that no index has. */
export const searchPaths = ({ contacts: { persons } }: Pick<LoadedInstance, 'contacts'>): string[] =>
  Array.from({ length: Math.min(pathCount, persons) }, (_, index) => {
    const email = emailOf(1 + ((index * 7919) % persons))
    return `${prefix}/contacts/search/email/${encodeURIComponent(email)}`
  })

const newContact: Requests & { body: string } = {
  paths: [`${prefix}/contacts`],
  body: JSON.stringify({
    salutation: 'ms',
    firstName: 'Jana',
    lastName: 'Köhler',
    email: 'jana.koehler.{n}@nordlicht.example',
    company: 'Nordlicht Maschinenbau GmbH',
    street: 'Hafenstraße',
    houseNumber: '12a',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
    phone: { countryCode: '49', areaCode: '40', number: '66969123' },
  }),
}

/** Row 6. */
export async function* searchRows(loaded: LoadedInstance): AsyncGenerator<Row> {
  const { instance, service, contacts } = loaded
  const { token, connection } = instance
  const paths = searchPaths(loaded)
  const ceiling = await startCeiling('contact', { connection })
  let bytes = 0
  for (const path of paths.slice(0, 50)) {
    const [one, other] = await Promise.all([service, ceiling].map((side) => getBody(side, path, token)))
    if (!one!.equals(other!))
      throw new Error(`GET ${path}: ${one} from the service, ${other} from the ceiling`)
    bytes = one!.length
  }
  const requests = { paths }
  yield {
    row: 6,
    name: `contact by e-mail, ${contacts.persons.toLocaleString('en')} contacts`,
    bytes,
    targetRatio: 0.75,
    product: loadOn({ ...service, token, requests }),
    ceiling: loadOn({ ...ceiling, token, requests }),
  }
  await ceiling.stop()
}

/** @returns the size of the response */
async function createContactOnce({ address, token }: RequestTarget): Promise<number> {
  const body = newContact.body.replace('{n}', `first-${performance.now()}`)
  const { status, bytes } = await sendRequest(address, newContact.paths[0]!, { token, body })
  if (status !== 200) throw new Error(`POST /contacts returned ${status}: ${bytes}`)
  return bytes.length
}

/** Counts rows by table, to compare what service and ceiling create. */
async function countRows({ client }: Instance): Promise<number[]> {
  const tables = ['contact', 'address', 'email_address', 'phone', 'contact_identity', 'contact_in_category']
  const { rows } = await client.query(
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  )
  return Object.values(rows[0]) as number[]
}

/** Row 7. */
export async function* creationRows({ instance, service }: LoadedInstance): AsyncGenerator<Row> {
  const { token, connection } = instance
  const ceiling = await startCeiling('creation', { connection })
  const before = await countRows(instance)
  const bytes = await createContactOnce({ ...service, token })
  const between = await countRows(instance)
  await createContactOnce({ ...ceiling, token })
  const after = await countRows(instance)
  const insertedRows = (from: number[], to: number[]) => to.map((count, table) => count - from[table]!)
  if (!isDeepStrictEqual(insertedRows(before, between), insertedRows(between, after)))
    throw new Error('the ceiling creates other rows than the service')
  yield {
    row: 7,
    name: 'contact creation',
    bytes,
    targetRatio: 0.7,
    product: loadOn({ ...service, token, requests: newContact }),
    ceiling: loadOn({ ...ceiling, token, requests: newContact }),
  }
  await ceiling.stop()
}
