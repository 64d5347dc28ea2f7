// The page of a link that is over: it says so, and its button sends a new one to the address that the record has.
import type { Language } from '../../platform/ground/language.ts'
import type { PageText } from '../../platform/pages/page-html.ts'
import type { PublicPage } from '../../platform/pages/public-pages.ts'
import { queueNewLink, type RenewableKind, renewableLinks } from './renewable-links.ts'

const texts = {
  de: {
    title: 'Dieser Link ist abgelaufen',
    intro:
      'Ein Link gilt nur für eine bestimmte Zeit. Den neuen schicken wir an die E-Mail-Adresse, die wir dazu gespeichert haben.',
    button: 'Neuen Link zuschicken',
    doneTitle: 'Sehen Sie in Ihr Postfach',
    done: 'Ist uns zu diesem Link eine E-Mail-Adresse bekannt, kommt der neue in den nächsten Minuten dort an.',
    missing: 'Kommt nichts an, sehen Sie bitte auch im Spam-Ordner nach, oder schreiben Sie uns.',
    withdraw: 'Vertrag widerrufen',
  },
  en: {
    title: 'This link has expired',
    intro: 'A link holds only for some time. We send the new one to the e-mail address that we have for it.',
    button: 'Send a new link',
    doneTitle: 'Look into your mailbox',
    done: 'If we know an e-mail address for this link, the new one arrives there within the next minutes.',
    missing: 'If nothing arrives, please look into the spam folder, too, or write to us.',
    withdraw: 'Withdraw from contract',
  },
} satisfies Record<Language, object>

function expiredPage(kind: RenewableKind, language: Language): PageText {
  const { title, intro, button, withdraw } = texts[language]
  const link = renewableLinks[kind]
  return {
    status: 410,
    title,
    paragraphs: [intro],
    button,
    ...('withdrawPath' in link && { link: { label: withdraw, href: link.withdrawPath } }),
  }
}

/** A page by a link of this kind, with the page for links that are over. The answer is the same whether the record has an address. */
export const renewable = (kind: RenewableKind, page: PublicPage): PublicPage => ({
  ...page,
  via: page.via ?? 'link',
  async show(request) {
    const { db, params, language } = request
    const id = await renewableLinks[kind].findOver(db, params['secret']!, request)
    return id === undefined ? page.show(request) : expiredPage(kind, language)
  },
  async submit(request) {
    const { tx, params, language } = request
    const id = await renewableLinks[kind].findOver(tx, params['secret']!, request)
    if (id === undefined) return page.submit ? page.submit(request) : page.show({ ...request, db: tx })
    await queueNewLink(tx, { link: kind, id }, request)
    const { doneTitle, done, missing } = texts[language]
    return { status: 200, title: doneTitle, paragraphs: [done, missing] }
  },
})
