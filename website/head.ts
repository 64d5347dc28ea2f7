// The part of the head of a page that is for search engines, social networks, feed readers and the tab of the browser.
import { h, type VNode } from 'preact'
import type { PublicImage } from '../server/website/schemas.ts'
import { imageAlt } from './images.ts'
import type { Texts } from './texts.ts'

/** The same for all pages. */
export type HeadFacts = {
  /** '': none. */
  iconPath: string
  feedPath: string
  calendarPath: string
  /** An absolute address, for pages without an image of their own; '': there is none. */
  logoUrl: string
}

/** The facts of a page. */
export type HeadView = {
  title: string
  description?: string
  /** The absolute address of the page, without a language. */
  canonical?: string
  /** For social networks. */
  image?: PublicImage | null
  /** JSON that cannot end its element. */
  jsonLd?: string
  /** Search engines do not list it. */
  isPrivate?: true
}

const languages = ['de', 'en'] as const

/** The address of a page in a language: search engines, which ask in none, get the first one. */
const urlIn = (canonical: string, language: (typeof languages)[number]): string =>
  language === languages[0] ? canonical : `${canonical}?lang=${language}`

const link = (attributes: Record<string, string>): VNode => h('link', attributes)
const meta = (property: string, content: string | number | null | undefined): VNode | null =>
  content ? h('meta', { property, content: String(content) }) : null

const addresses = (canonical: string | undefined, { language }: Texts): VNode[] =>
  canonical
    ? [
        link({ rel: 'canonical', href: urlIn(canonical, language) }),
        ...languages.map((one) => link({ rel: 'alternate', hreflang: one, href: urlIn(canonical, one) })),
        link({ rel: 'alternate', hreflang: 'x-default', href: canonical }),
      ]
    : []

function imageOf({ image }: HeadView, logoUrl: string, texts: Texts): (VNode | null)[] {
  // Networks fetch absolute addresses alone.
  if (!image?.url.startsWith('http')) return [meta('og:image', logoUrl)]
  return [
    meta('og:image', image.url),
    meta('og:image:width', image.width),
    meta('og:image:height', image.height),
    meta('og:image:alt', imageAlt(image, texts)),
    h('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

export function headElements(
  view: HeadView,
  { texts, provider, head }: { texts: Texts; provider: string; head: HeadFacts },
): (VNode | null)[] {
  const { title, description, canonical, jsonLd, isPrivate } = view
  const own = canonical && urlIn(canonical, texts.language)
  return [
    ...(head.iconPath ? [link({ rel: 'icon', type: 'image/svg+xml', href: head.iconPath })] : []),
    ...(isPrivate
      ? [h('meta', { name: 'robots', content: 'noindex' })]
      : [
          description ? h('meta', { name: 'description', content: description }) : null,
          ...addresses(canonical, texts),
          link({ rel: 'alternate', type: 'application/atom+xml', title: provider, href: head.feedPath }),
          link({ rel: 'alternate', type: 'text/calendar', title: provider, href: head.calendarPath }),
          meta('og:title', title),
          meta('og:site_name', provider),
          meta('og:type', 'website'),
          meta('og:locale', texts.locale.replace('-', '_')),
          meta('og:description', description),
          meta('og:url', own),
          ...imageOf(view, head.logoUrl, texts),
          jsonLd
            ? h('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: jsonLd } })
            : null,
        ]),
  ]
}
