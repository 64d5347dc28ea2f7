// The heads of the pages for visitors beside their titles: addresses, and the list of dates for search engines.
import type { HeadFacts, HeadView } from '../../../website/head.ts'
import type { Texts } from '../../../website/texts.ts'
import { toEmbeddedJson } from '../embedded-json.ts'
import type { PublicDate } from '../schemas.ts'
import type { ClientFrame } from './client-frame.sql.ts'
import { logoPath } from './logo.file.ts'
import { calendarPath, eventPath, feedPath, iconPath, listPath } from './page-paths.ts'
import type { PagesSettings } from './pages-settings.sql.ts'

type Served = { settings: { publicUrl: string } }

/** Of the context of a page. */
type PageFacts = {
  instance: Served
  settings: PagesSettings
  texts: Texts
}

/** The length of a description that search engines show. */
const maxDescription = 160

/** A text of the provider as the description of a page. */
export function toDescription(given: string): string {
  const text = given.replace(/\s+/g, ' ').trim()
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).trimEnd()}…`
}

/** The address of a page for search engines, without a language; '': not known. */
export const canonicalUrl = ({ instance }: Pick<PageFacts, 'instance'>, path: string): string =>
  instance.settings.publicUrl === '' ? '' : `${instance.settings.publicUrl}${path}`

export const headFacts = (instance: Served, { logo }: Pick<ClientFrame, 'logo'>): HeadFacts => ({
  iconPath,
  feedPath,
  calendarPath,
  logoUrl: logo ? canonicalUrl({ instance }, logoPath(logo.version)) : '',
})

/** The events of a list of dates, each once, as search engines read them. */
const itemListOf = (context: PageFacts, dates: readonly PublicDate[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: [...new Map(dates.map(({ event }) => [event.id, event])).values()].map((event, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: event.title,
    url: canonicalUrl(context, eventPath(event)),
  })),
})

/** The head of the list of dates. @param isWhole the first page, without filters: the others are not listed for themselves */
export function listHead(
  context: PageFacts,
  dates: readonly PublicDate[],
  isWhole: boolean,
): Omit<HeadView, 'title'> {
  const { settings, texts } = context
  const image = dates.find(({ event }) => event.image !== null)?.event.image
  const canonical = canonicalUrl(context, listPath)
  return {
    description: toDescription(settings.intro[texts.language]) || texts.datesOf(settings.key.clientName),
    ...(isWhole && canonical !== '' ? { canonical } : {}),
    ...(image ? { image } : {}),
    ...(canonical !== '' && dates.length > 0 ? { jsonLd: toEmbeddedJson(itemListOf(context, dates)) } : {}),
  }
}
