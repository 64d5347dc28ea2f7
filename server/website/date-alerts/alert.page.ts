// /new-dates/{secret}: the link in a mail confirms that a visitor is told of new dates, and ends it. Its button does, because mail
// scanners follow links.
import { sql } from 'kysely'
import { tokenHash } from '../../platform/auth/principal.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { PageText } from '../../platform/pages/page-html.ts'
import type { PublicPage } from '../../platform/pages/public-pages.ts'
import { confirmAlert, type DateAlert, dateAlertPath, endAlert, findAlert } from './date-alerts.sql.ts'
import { alertTexts } from './texts.ts'

const unknown = (language: Language): PageText => {
  const { title, text } = alertTexts[language].unknown
  return { status: 404, title, paragraphs: [text] }
}

/** The form names its action, so that an old one does no other. */
function alertPage({ event, email, isConfirmed }: DateAlert, language: Language, notice?: string): PageText {
  const { title, confirm, end } = alertTexts[language]
  const { text, button } = isConfirmed ? end : confirm
  return {
    status: 200,
    title: title(event),
    ...(notice && { notice }),
    paragraphs: [text(event, email)],
    hidden: { action: isConfirmed ? 'end' : 'confirm' },
    button,
  }
}

export const dateAlertPage: PublicPage = {
  path: dateAlertPath('{secret}'),
  via: 'link',
  async show({ db, params, language }) {
    const found = await findAlert(db, { secret: params['secret']! })
    return found ? alertPage(found, language) : unknown(language)
  },
  async submit({ tx, params, fields, language, now, today }) {
    const secret = params['secret']!
    // Of two who press the button at once, one waits.
    await sql`select from date_alert where id = (select alert_id from date_alert_link where hash = ${tokenHash(secret)}) for update`.execute(
      tx,
    )
    const found = await findAlert(tx, { secret })
    if (!found) return unknown(language)
    const { ended, confirmed } = alertTexts[language]
    if (fields.get('action') === 'end') {
      await endAlert(tx, found)
      return { status: 200, title: ended.title, paragraphs: [ended.text] }
    }
    // Pressed again, it stays confirmed.
    if (!found.isConfirmed) await confirmAlert(tx, found, now, today)
    return alertPage({ ...found, isConfirmed: true }, language, confirmed(found.event))
  },
}
