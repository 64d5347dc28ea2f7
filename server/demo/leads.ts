// The demo's data set: leads and their categories.
import type { Contact } from '../contacts/contact.schema.ts'
import type { EventPlan } from './catalogue.ts'
import { addDays } from './days.ts'
import { companyName } from './names.ts'
import type { Random } from './random.ts'
import { clients, users } from './staff.ts'

const leadNames = [
  'Inhouse-Seminare',
  'Offene Seminare',
  'Seminarreihen',
  'Coaching',
  'Rahmenverträge',
  'Lehrgänge',
]
export const leadCategories = clients.flatMap(({ id: clientId }) =>
  leadNames.map((categoryName, index) => ({
    categoryId: (clientId - 1) * leadNames.length + index + 1,
    categoryName,
    clientId,
  })),
)

const regions = ['Nord', 'Ost', 'Süd', 'West', 'Mitte', 'Ausland']
const interests = ['Inhouse-Training', 'Seminarreihe', 'Rahmenvertrag', 'Einzelcoaching', 'Lehrgang'] as const

export type Lead = {
  leadId: number
  name: string
  sector: string
  region: string
  category: string
  processor: string
  size: number
  rating: number
  clientId: number
  categoryId: number
  ownerId: number
  companyId: number
  contactIds: number[]
  state: string
  stateAt: string
  value: number
  offerOn: string
  nextStep: string
  nextStepOn: string
  nextStepUserId: number
  createdAt: string
}

const states = [
  'new',
  'contacted',
  'offer',
  'won',
  'new',
  'lost',
  'contacted',
  'offer',
  'won',
  'lost',
] as const
const steps: Record<string, readonly string[]> = {
  new: ['Zurückrufen', 'Bedarf klären', 'Unterlagen senden'],
  contacted: ['Termin vereinbaren', 'Angebot vorbereiten', 'Trainer anfragen'],
  offer: ['Angebot nachfassen', 'Vertrag zusenden', 'Preis abstimmen'],
}

/** The status of the n-th lead. */
function leadProgress(index: number, ownerId: number, today: string) {
  const state = states[index % states.length]!
  const age = 3 + ((index * 11) % 170)
  const open = steps[state]
  const hasOffer = ['offer', 'won', 'lost'].includes(state)
  return {
    state,
    stateAt: `${addDays(today, -Math.floor(age / 3))}T09:30:00.000000Z`,
    // A lead without an offer has no value yet, or an estimate.
    value: hasOffer || index % 3 === 0 ? 900 + ((index * 350) % 12_000) : 0,
    offerOn: hasOffer ? addDays(today, -Math.floor(age / 3)) : '',
    nextStep: open?.[index % 3] ?? '',
    nextStepOn: open ? addDays(today, ((index * 13) % 40) - 5) : '',
    nextStepUserId: open ? ownerId : 0,
    createdAt: `${addDays(today, -age)}T08:15:00.000000Z`,
  }
}

/** Creates 400 leads of both clients, owned by their CRM users. */
export function createLeads(
  contacts: readonly Contact[],
  plans: readonly EventPlan[],
  today: string,
  random: Random,
): Lead[] {
  return Array.from({ length: 400 }, (_, index) => {
    const clientId = index % 3 === 2 ? 2 : 1
    const owner = random.pick(users.filter((user) => user.crm && user.clientIds.includes(clientId)))
    const category = random.pick(leadCategories.filter((one) => one.clientId === clientId))
    const first = random.pick(contacts)
    const colleagues =
      first.companyId === 0
        ? []
        : random.sample(
            contacts.filter(({ companyId, id }) => companyId === first.companyId && id !== first.id),
            random.int(0, 2),
          )
    return {
      leadId: index + 1,
      name: `${random.pick(interests)} ${random.pick(plans).topic.name}${first.company ? ` – ${first.company}` : ''}`,
      sector: first.companyId > 0 ? companyName(first.companyId - 1).sector : '',
      region: random.pick(regions),
      category: category.categoryName,
      processor: owner.name,
      size: random.pick([0, 5, 12, 25, 60, 150, 400]),
      rating: random.int(0, 5),
      clientId,
      categoryId: category.categoryId,
      ownerId: owner.id,
      companyId: first.companyId,
      ...leadProgress(index, owner.id, today),
      contactIds: [first, ...colleagues].map(({ id }) => id).sort((a, b) => a - b),
    }
  })
}
