// The demo's data set: newsletter consents with their evidence.
import { createHash } from 'node:crypto'
import type { Contact } from '../contacts/contact.schema.ts'
import { newsletterForms } from './crm.ts'
import { addDays } from './days.ts'
import type { Random } from './random.ts'

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile Safari/604.1',
]
/** Networks reserved for documentation. */
const networks = ['192.0.2', '198.51.100', '203.0.113']

const minute = 60_000
const toTimestamp = (time: number): string => new Date(time).toISOString().replace('Z', '000Z')

/** A consent for every subscription by a form of the website within the last ten months. */
export function newsletterConsents(contacts: readonly Contact[], today: string, random: Random) {
  const forms = new Map(newsletterForms.map((form) => [String(form.id), form]))
  const subscriptions = contacts.flatMap((contact) =>
    contact.extNewsletter
      .flat()
      .filter(({ ext_type }) => ext_type === 'kontor')
      .map((one) => ({ contact, form: forms.get(one.ext_id), ...one })),
  )
  const consents = subscriptions.flatMap(({ contact, form, ext_opt_in, ext_opt_in_executed }) => {
    // Other subscriptions were imported.
    if (!form || !contact.email || form.doubleOptIn !== (ext_opt_in === 1)) return []
    const day = addDays(today, -1 - Math.floor(300 * random.next() ** 1.4))
    const at = Date.parse(`${day}T06:00:00Z`) + random.int(0, 14 * 60) * minute
    // Confirmed on the same day in the demo's time zone, which is at most two hours ahead of UTC.
    const after = random.int(1, random.chance(0.8) ? 30 : 110) * minute
    return [
      {
        contactId: contact.id,
        formId: form.id,
        clientId: form.clientId,
        email: contact.email,
        originAddress: `${random.pick(networks)}.${random.int(1, 254)}`,
        originAgent: random.pick(agents),
        givenAt: toTimestamp(at),
        confirmationHash: form.doubleOptIn
          ? createHash('sha256').update(`${contact.id} ${form.id}`).digest('hex')
          : '',
        confirmedAt: ext_opt_in_executed === 1 ? toTimestamp(at + after) : '',
      },
    ]
  })
  return consents
    .sort((one, other) => Date.parse(one.givenAt) - Date.parse(other.givenAt))
    .map((consent, index) => ({ id: index + 1, ...consent }))
}
