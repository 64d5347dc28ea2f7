// Until when the links hold by which people without an account reach their records.
import { Temporal } from 'temporal-polyfill'
import { dateIn } from './clock.ts'

/** Months for which links hold: after the end of a date, and after the last use of the link of a company. */
export type LinkMonths = Readonly<Record<'date' | 'use', number>>

/** The moment from which the months of a link are counted. */
const countedFrom = { order: 'date', seat: 'date', company: 'use' } as const satisfies Record<
  string,
  keyof LinkMonths
>
type CountedLink = keyof typeof countedFrom

/** Days after the end of a date in which a link records attendance or takes feedback, unless staff choose others. */
export const daysAfterDate = { attendance: 7, feedback: 30 } as const

/** The state of a link that is stored. */
export type LinkState = {
  madeAt: Date
  /** The last day of its dates, or its last use; null: not known yet. */
  countedOn: string | Date | null
  /** Whether another link has taken its place. */
  isReplaced: boolean
}

/** The day of a visit, and the settings of that day. */
export type LinkVisit = { today: string; settings: { timeZone: string; linkMonths: LinkMonths } }

/** The last day on which a link holds, counted from its making at the earliest; '': it has no end yet. */
export function lastDayOfLink(
  kind: CountedLink,
  { madeAt, countedOn }: Pick<LinkState, 'madeAt' | 'countedOn'>,
  { timeZone, linkMonths }: LinkVisit['settings'],
): string {
  if (countedOn === null) return ''
  const dayOf = (moment: string | Date) => (typeof moment === 'string' ? moment : dateIn(timeZone, moment))
  const [made, counted] = [dayOf(madeAt), dayOf(countedOn)]
  const months = linkMonths[countedFrom[kind]]
  return Temporal.PlainDate.from(made > counted ? made : counted)
    .add({ months })
    .toString()
}

/** Whether a link opens its page no more. */
export function isLinkOver(kind: CountedLink, link: LinkState, { today, settings }: LinkVisit): boolean {
  const lastDay = lastDayOfLink(kind, link, settings)
  return link.isReplaced || (lastDay !== '' && today > lastDay)
}
