// The demo's data set: trainers.
import type { Trainer } from '../catalogue/contract/trainer.schema.ts'
import type { Contact } from '../contacts/contact.schema.ts'
import { slug } from './names.ts'
import type { Random } from './random.ts'
import { type Topic, topics } from './topics.ts'

/** A trainer: the contact, and the topics. */
export type TrainingPerson = { contact: Contact; topics: Topic[]; description: string; identifier: string }
/** Every topic has at least two trainers, most trainers two topics. */
export function toTrainer(contact: Contact, index: number, random: Random): TrainingPerson {
  const first = topics[index % topics.length]!
  const second = topics[(index * 5 + 3) % topics.length]!
  const ownTopics = first === second || random.chance(0.25) ? [first] : [first, second]
  const subjects = ownTopics.map(({ name }) => name).join(' und ')
  const years = random.int(6, 28)
  const description = `<p>Seit ${years} Jahren in der Weiterbildung tätig, Schwerpunkte: ${subjects}. ${random.pick(
    [
      'Verbindet praktische Erfahrung mit klarer Struktur und viel Raum für Fragen.',
      'Legt Wert auf Beispiele aus dem Arbeitsalltag der Teilnehmenden.',
      'Bekannt für lebendige Seminare und verständliche Unterlagen.',
      `Arbeitet zusätzlich als ${contact.salutation === 'mr' ? 'Berater' : 'Beraterin'} in mittelständischen Unternehmen.`,
    ],
  )}</p>`
  contact.contactCategoriesId = [...new Set([...contact.contactCategoriesId, 6])].sort((a, b) => a - b)
  contact.image_url = `https://www.morgenfurt-akademie.example/bilder/trainer/${slug(contact.lastName)}-${contact.id}.jpg`
  contact.website = random.chance(0.3) ? `https://www.${slug(contact.lastName)}-training.example` : ''
  contact.trn_data = [
    {
      id: index + 1,
      trn_objectives: `Seminare zu ${subjects}`,
      trn_travel_expenses: random.pick([
        '0,38 EUR je Kilometer',
        'Bahn 2. Klasse nach Beleg',
        'pauschal 120,00 EUR',
      ]),
      trn_comment: random.chance(0.3) ? 'Bitte Hotelzimmer ab dem Vorabend buchen.' : '',
      trn_description_html: description,
      trn_misc1: `Tagessatz ${random.int(16, 32) * 50} EUR`,
      trn_misc2: '',
      sub_categories: ownTopics.map(({ name }) => name),
    },
  ]
  return { contact, topics: ownTopics, description, identifier: `T${String(index + 1).padStart(3, '0')}` }
}

/** A trainer as dates show it. */
export const toTrainerRecord = ({ contact, description, identifier }: TrainingPerson): Trainer => ({
  trainer_identifier: identifier,
  salutation: contact.salutation,
  trainer_firstname: contact.firstName,
  trainer_lastname: contact.lastName,
  trainer_title: contact.title,
  trainer_company: contact.company,
  trainer_description_html: description,
  trainer_image_url: contact.image_url,
  next_dates: [],
})

/** A trainer as a record of its own, with its contact. */
export function toTrainerSectionRecord(trainer: TrainingPerson, index: number) {
  const { next_dates: _, ...shown } = toTrainerRecord(trainer)
  return { id: index + 1, ...shown, contactId: trainer.contact.id }
}
