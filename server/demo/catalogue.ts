// The demo's data set: catalogues, categories and events, without their dates.
import type { CatalogueFile, MetaTag, Misc } from '../catalogue/contract/child-rows.schema.ts'
import type { Event } from '../catalogue/contract/event.schema.ts'
import type { EventPrice } from '../catalogue/contract/price.schema.ts'
import { categories } from './categories.ts'
import { contents } from './event-contents.ts'
import { slug } from './names.ts'
import { eventTexts, type Level, levels } from './texts.ts'
import { type Course, courses, type Topic, topics } from './topics.ts'

export const site = 'https://www.morgenfurt-akademie.example'

/** An event with the values from which its dates are created. */
export type EventPlan = {
  event: Event
  level: Level
  topic: Topic
  course: Course | undefined
  /** Number of days, and the distance between them. */
  apart: number
}

/** Days of events that differ from those of their level, by topic and level. */
const daysOfEvent: Readonly<Record<string, number>> = {
  'PM online': 2,
  'PZ workshop': 2,
  'ZM online': 4,
  'PF inHouse': 3,
  'BS basics': 1,
  'EX advanced': 3,
  'IS advanced': 3,
  'AS basics': 2,
  'DA advanced': 3,
  'FK basics': 3,
  'KF advanced': 3,
  'AG inHouse': 2,
  'PZ inHouse': 2,
}
const daysOfLevel: Readonly<Record<Level, number>> = {
  basics: 2,
  advanced: 2,
  workshop: 1,
  online: 1,
  inHouse: 1,
  course: 8,
}
const catalogOf: Readonly<Record<Level, number>> = {
  basics: 1,
  advanced: 1,
  workshop: 1,
  online: 3,
  inHouse: 2,
  course: 1,
}

const noMisc: Misc = {
  misc1: '',
  misc2: '',
  misc3: '',
  misc4: '',
  misc5: '',
  misc6: '',
  misc7: '',
  misc8: '',
  misc9: '',
  misc10: '',
}
export const miscFields = (...values: string[]): Misc[] => [
  { ...noMisc, ...Object.fromEntries(values.map((value, index) => [`misc${index + 1}`, value])) },
]

const cents = (amount: number) => (amount / 100).toFixed(2)

/** A price from its net amount in whole euros; 19 percent, or exempt. */
export function price(title: string, description: string, euros: number, taxFree: boolean): EventPrice {
  const net = Math.round(euros * 100)
  const gross = taxFree ? net : Math.round((net * 119) / 100)
  return {
    price_title: title,
    price_description: description,
    price_value_gross: cents(gross),
    price_value_net: cents(net),
    price_currency: 'EUR',
    price_vat: taxFree ? 0 : 19,
    price_vat_included: false,
  }
}

/** Net price per participant, in euros. */
export const netFee = ({ level, topic, event }: Pick<EventPlan, 'level' | 'topic' | 'event'>): number => {
  const factor = { basics: 1, advanced: 1.15, workshop: 1.1, online: 0.6, inHouse: 4.5, course: 0.8 }[level]
  return Math.round((topic.dayPrice * event.days * factor) / 10) * 10
}

function files(eventId: number, title: string, nextFile: () => number): CatalogueFile[][] {
  const path = `/veranstaltungen/${eventId}`
  const file = (access_right: string, name: string, description: string): CatalogueFile[] => [
    { event_id: eventId, diskitem_id: nextFile(), access_right, name, description, path: `${path}/${name}` },
  ]
  return [
    ...(eventId % 4 === 0
      ? [file('internal', 'ablaufplan-intern.xlsx', `Raumplan und Materialliste: ${title}`)]
      : []),
    file('participants', 'teilnehmerunterlagen.pdf', `Seminarunterlagen: ${title}`),
    file('public', 'seminarbeschreibung.pdf', `Seminarbeschreibung: ${title}`),
  ]
}

const languages = [
  { entry_id: '1', value: 'de', name: 'Deutsch' },
  { entry_id: '2', value: 'en', name: 'Englisch' },
]

export const dropdown = (
  list_id: string,
  name: string,
  option: { entry_id: string; value: string; name: string }[],
) => ({ dropdown_list_id: [{ list_id, name, option }] })

const metaTag = (level: Level, topic: Topic): MetaTag => ({
  meta_language_training: 'Deutsch',
  meta_event_type_name: levels[level].kind,
  meta_target_group_name: level === 'advanced' ? topic.experts : topic.audience,
  meta_topic_name: topic.name,
  meta_competence_level_name: levels[level].competence,
  meta_occupation_name: topic.occupation,
  meta_dropdown_list: [
    dropdown('10', 'Unterrichtssprache', level === 'online' ? languages : languages.slice(0, 1)),
  ],
})

const recognition = (topic: Topic, days: number) => ({
  deftpl_field: [
    {
      deftpl_description: 'Bildungsurlaub beantragt',
      deftpl_value: days >= 3 ? 'ja' : 'nein',
      deftpl_detfault_description: 'nein',
    },
    {
      deftpl_description: 'Fortbildungspunkte',
      deftpl_value: topic.code === 'PF' ? String(days * 6) : '',
      deftpl_detfault_description: '0',
    },
    {
      deftpl_description: 'Nachweis',
      deftpl_value: topic.taxFree ? 'Zertifikat' : 'Teilnahmebescheinigung',
      deftpl_detfault_description: 'Teilnahmebescheinigung',
    },
  ],
})

const lunch = (inHouse: boolean) => ({
  resource_type: 'ART',
  resource_id: inHouse ? '5' : '1',
  article_name: inHouse ? 'Moderationskoffer' : 'Tagungspauschale ganztägig',
  article_description: inHouse
    ? 'Karten, Stifte, Klebepunkte für 16 Personen'
    : 'Mittagessen, zwei Kaffeepausen, Tagungsgetränke',
  article_comment: inHouse ? 'Rückgabe nach der Veranstaltung' : 'Vegetarisch und vegan auf Wunsch',
  article_description_html: inHouse
    ? '<p>Material für 16 Personen</p>'
    : '<ul><li>Mittagessen</li><li>Zwei Kaffeepausen</li><li>Tagungsgetränke</li></ul>',
  article_currency: 'EUR',
  price_per_day: inHouse ? '25.00' : '59.00',
  article_price_buy: inHouse ? 12.5 : 46,
  article_price_sale: inHouse ? 25 : 59,
  article_price_sale_intern: inHouse ? 18 : 52,
  article_tax_amount: 19,
  overwritten_sales_price: 0,
  article_tax_included: false,
})

function createEventPlan(
  id: number,
  topic: Topic,
  level: Level,
  course: Course | undefined,
  nextFile: () => number,
): EventPlan {
  const [title, teaser] = course ? [course.title, course.teaser] : topic.offers[levels[level].offer]!
  const days =
    daysOfEvent[`${topic.code} ${level}`] ??
    (topic.dayPrice < 300 && level === 'basics' ? 1 : daysOfLevel[level])
  const articleNo = course ? course.code : `${topic.code}-${levels[level].suffix}`
  const texts = eventTexts(topic, level, course, contents[topic.code]!, days)
  const category = categories.find(
    (one) => one.catalog_id === catalogOf[level] && one.eventcatname_name === topic.name,
  )!
  const event: Event = {
    event_id: id,
    event_identifier: slug(title),
    event_title: title,
    event_subtitle: course?.subtitle ?? levels[level].subtitle(days),
    event_article_no: articleNo,
    event_desc_link: `${site}/seminare/${slug(title)}`,
    event_teaser: teaser,
    ...texts,
    meta_data: [topic.name, topic.area, levels[level].kind, topic.occupation].join(', '),
    days,
    prospective_allowed: level !== 'inHouse',
    publish_coop_data_allowed: id % 6 === 0,
    event_catalog_categories: [
      category,
      ...(id % 10 === 4
        ? [categories.find((one) => one.catalog_id === 1 && one.eventcatname_name === topic.name)!]
        : []),
    ].toSorted((a, b) => a.eventcat_id - b.eventcat_id),
    event_misc: miscFields(topic.area, levels[level].kind),
    meta_tags: [metaTag(level, topic)],
    event_files: files(id, title, nextFile),
    event_prices: [],
    event_group_discounts:
      level === 'inHouse'
        ? []
        : [
            { discount_string: 'ab 3 Personen eines Unternehmens: 10 %' },
            { discount_string: 'ab 6 Personen eines Unternehmens: 15 %' },
          ].slice(0, 1 + (id % 2)),
    event_pdfs: [
      {
        pdf_name: 'Seminarflyer',
        pdf_key: `flyer-${id}`,
        pdf_link: `${site}/pdf/${articleNo.toLowerCase()}.pdf`,
      },
    ],
    ebg_data: id % 3 === 0 || topic.code === 'PF' ? [recognition(topic, days)] : [],
    conference_package: level === 'online' ? [] : [lunch(level === 'inHouse')],
    dates: [],
  }
  const fee = netFee({ level, topic, event })
  const per = level === 'inHouse' ? 'Festpreis für bis zu 12 Personen' : 'je Person'
  event.event_prices.push(
    price(
      level === 'inHouse' ? 'Inhouse-Pauschale' : 'Teilnahmegebühr',
      topic.taxFree ? `${per}, steuerfrei nach § 4 Nr. 21 UStG` : per,
      fee,
      topic.taxFree,
    ),
  )
  if (id % 4 === 1)
    event.event_prices.push(
      price(
        'Mitgliedsunternehmen',
        `${per}, für Mitglieder des Förderkreises`,
        Math.round(fee * 0.9),
        topic.taxFree,
      ),
    )
  return {
    event,
    level,
    topic,
    course,
    apart: course ? 28 : topic.code === 'ZM' && level === 'online' ? 7 : 1,
  }
}

const order = ['basics', 'advanced', 'workshop', 'online', 'inHouse'] as const

/** Five events per topic; a course replaces the in-house event of some topics. */
export function createEventPlans(): EventPlan[] {
  let file = 0
  const nextFile = () => ++file
  return topics.flatMap((topic, row) =>
    order.map((level, index) => {
      const course = level === 'inHouse' ? courses.find(({ replaces }) => replaces === topic.code) : undefined
      const of = course ? topics.find(({ code }) => code === course.mandatory[0])! : topic
      return createEventPlan(row * order.length + index + 1, of, course ? 'course' : level, course, nextFile)
    }),
  )
}
