// The frame of all pages for visitors.
import { type ComponentChildren, h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type HeadFacts, type HeadView, headElements } from './head.ts'
import type { Texts } from './texts.ts'

/** The frame of a page. Addresses that are '' are left out. */
export type Frame = {
  texts: Texts
  /** The path of this page in the other language. */
  otherLanguagePath: string
  listPath: string
  /** Shown if it has dates. */
  basket: { path: string; count: number }
  provider: string
  logo: string
  imprintUrl: string
  privacyUrl: string
  accessibilityUrl: string
  withdrawPath: string
  requestLinkPath: string
  head: HeadFacts
  style: string
}

/** A page: what its head says about it, and its content. */
export type PageView = HeadView & {
  /** The form that the switch of the language sends, so that what was typed stays; left out: it is a link. `enters`: the step of Enter. */
  switchesBy?: { form: string; step: string; enters: string }
  content: ComponentChildren
}

const languageSwitch = (
  { texts: { otherLanguage, otherLanguageName }, otherLanguagePath }: Frame,
  { switchesBy }: PageView,
): ComponentChildren =>
  switchesBy
    ? [
        // Enter presses the first button of a form, which the header would have otherwise.
        h('button', {
          class: 'trap',
          type: 'submit',
          form: switchesBy.form,
          name: 'step',
          value: switchesBy.enters,
          tabindex: -1,
          'aria-hidden': 'true',
        }),
        h(
          'button',
          {
            class: 'link',
            type: 'submit',
            form: switchesBy.form,
            formaction: otherLanguagePath,
            name: 'step',
            value: switchesBy.step,
            lang: otherLanguage,
          },
          otherLanguageName,
        ),
      ]
    : h('a', { href: otherLanguagePath, hreflang: otherLanguage }, otherLanguageName)

/** The page as HTML. */
export function renderView(frame: Frame, view: PageView): string {
  const { texts, provider, logo, imprintUrl, privacyUrl, accessibilityUrl, listPath } = frame
  const page = h('html', { lang: texts.language }, [
    h('head', null, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('title', null, provider ? `${view.title} – ${provider}` : view.title),
      ...headElements(view, frame),
      h('style', { dangerouslySetInnerHTML: { __html: frame.style } }),
    ]),
    h('body', null, [
      h('a', { class: 'skip', href: '#content' }, texts.skip),
      h('header', null, [
        h(listPath ? 'a' : 'span', listPath ? { href: listPath } : null, [
          logo ? h('img', { src: logo, alt: '' }) : null,
          provider,
        ]),
        h('nav', { 'aria-label': texts.pages }, [
          frame.basket.count > 0
            ? h('a', { href: frame.basket.path }, texts.basket(frame.basket.count))
            : null,
          languageSwitch(frame, view),
        ]),
      ]),
      h('main', { id: 'content' }, view.content),
      h('footer', null, [
        imprintUrl ? h('a', { href: imprintUrl }, texts.imprint) : null,
        privacyUrl ? h('a', { href: privacyUrl }, texts.privacy) : null,
        accessibilityUrl ? h('a', { href: accessibilityUrl }, texts.accessibility) : null,
        h('a', { href: frame.requestLinkPath }, texts.yourBooking),
        h('a', { href: frame.withdrawPath }, texts.withdraw),
      ]),
    ]),
  ])
  return `<!doctype html>${renderToString(page)}`
}

/** A text of HTML that the provider has entered, which is free of scripts. */
export const htmlBlock = (html: string): VNode => h('div', { dangerouslySetInnerHTML: { __html: html } })

/** A page that does not exist. */
export const missingView = (texts: Texts, listPath: string): PageView => ({
  title: texts.notFound,
  isPrivate: true,
  content: [
    h('h1', null, texts.notFound),
    h('p', null, texts.notFoundText),
    h('p', null, h('a', { href: listPath }, texts.toList)),
  ],
})
