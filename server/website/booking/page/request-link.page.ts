// /booking: visitors who have lost the link to a booking get a new one by mail, and are never told whether the address is known.
import { requestLinkPath } from '../../../bookings/orders/order-link.ts'
import type { Language } from '../../../platform/ground/language.ts'
import { Email, record } from '../../../platform/ground/schema.ts'
import { validationErrors } from '../../../platform/http/validation.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import { enteredText, type PublicPage } from '../../../platform/pages/public-pages.ts'
import { queueOrderLinks } from './order-links.sql.ts'

const texts = {
  de: {
    title: 'Link zu Ihrer Buchung',
    intro:
      'Wir schicken den Link an die E-Mail-Adresse, mit der Sie auf der Website gebucht haben. Ist sie uns nicht bekannt, wird sie nicht gespeichert.',
    details: 'Ihre Angaben',
    email: 'E-Mail-Adresse',
    wrong: 'Geben Sie eine gültige E-Mail-Adresse an.',
    button: 'Link zuschicken',
    doneTitle: 'Sehen Sie in Ihr Postfach',
    done: (email: string) =>
      `Gibt es Buchungen mit der Adresse ${email}, deren Termin nicht vorbei ist, kommt der Link in den nächsten Minuten.`,
    missing: 'Kommt nichts an, sehen Sie bitte auch im Spam-Ordner nach, oder schreiben Sie uns.',
  },
  en: {
    title: 'Link to your booking',
    intro:
      'We send the link to the e-mail address with which you booked on the website. If we do not know it, it is not stored.',
    details: 'Your details',
    email: 'E-mail address',
    wrong: 'Enter a valid e-mail address.',
    button: 'Send the link',
    doneTitle: 'Look into your mailbox',
    done: (email: string) =>
      `If there are bookings with the address ${email} whose date is not over, the link arrives within the next minutes.`,
    missing: 'If nothing arrives, please look into the spam folder, too, or write to us.',
  },
}

const Requested = record({ email: Email })

function form(language: Language, email: string, alert?: string): PageText {
  const text = texts[language]
  return {
    status: alert === undefined ? 200 : 422,
    title: text.title,
    ...(alert !== undefined && { alert }),
    paragraphs: [text.intro],
    groups: [
      {
        legend: text.details,
        fields: [
          {
            name: 'email',
            label: text.email,
            type: 'email',
            autocomplete: 'email',
            value: email,
            error: alert,
          },
        ],
      },
    ],
    button: text.button,
  }
}

export const requestLinkPage: PublicPage = {
  path: requestLinkPath,
  via: 'website',
  async show({ language }) {
    return form(language, '')
  },
  async submit({ tx, fields, language, today }) {
    const text = texts[language]
    const email = enteredText(fields, 'email')
    if (validationErrors(Requested, { email }).length > 0) return form(language, email, text.wrong)
    await queueOrderLinks(tx, { email, language, today })
    return { status: 200, title: text.doneTitle, paragraphs: [text.done(email), text.missing] }
  },
}
