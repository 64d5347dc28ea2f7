// The settings of the pages for visitors.
import { sql } from 'kysely'
import { findWebsiteKey, type WebsiteKey } from '../../platform/auth/website-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import {
  choice,
  fields,
  type RecordOf,
  reference,
  selectList,
  textUpTo,
} from '../../platform/database/fields.ts'
import type { Language } from '../../platform/ground/language.ts'
import { addressForms, type ClientFrame, fonts, loadClientFrame } from './client-frame.sql.ts'

/** Where `/` leads while the pages are on. */
export const startPages = ['dates', 'office'] as const

export const pagesFields = fields({
  keyId: reference,
  addressForm: choice(addressForms, 'formal'),
  font: choice(fonts, 'system'),
  startPage: choice(startPages, 'dates'),
  intro: textUpTo(2000),
  introEn: textUpTo(2000),
  formText: textUpTo(2000),
  formTextEn: textUpTo(2000),
  bookedText: textUpTo(2000),
  bookedTextEn: textUpTo(2000),
  vatExemption: textUpTo(200),
  vatExemptionEn: textUpTo(200),
  vatNote: textUpTo(2000),
  vatNoteEn: textUpTo(2000),
  paymentText: textUpTo(2000),
  paymentTextEn: textUpTo(2000),
})

/** The settings of the pages for visitors beside the catalogue. */
export type PagesSettings = Pick<ClientFrame, 'addressForm' | 'font'> & {
  key: WebsiteKey
  /** The key itself, for addresses of the public interface. */
  keyText: string
  startPage: (typeof startPages)[number]
  /** Plain text above the list of dates; '': none. */
  intro: Record<Language, string>
  /** Plain text above the booking form; '': none. */
  formText: Record<Language, string>
  /** Beside prices without VAT: why there is none; '': not said. */
  vatExemption: Record<Language, string>
  /** Plain text below the price of the booking form; '': none. */
  vatNote: Record<Language, string>
  /** Plain text about how and when is paid; '': none. */
  paymentText: Record<Language, string>
  /** Of the key's client. */
  frame: ClientFrame
}

// The schema of a choice does not name its values as types.
type Row = Omit<RecordOf<typeof pagesFields>, 'addressForm' | 'font' | 'startPage'> &
  Pick<PagesSettings, 'addressForm' | 'font' | 'startPage' | 'keyText'>

/** The text for visitors after booking, also where the pages are off; '': none. */
export async function loadBookedText(reader: Reader, language: Language): Promise<string> {
  const { rows } = await sql<Record<Language, string>>`
    select booked_text as de, booked_text_en as en from website_pages`.execute(reader)
  return rows[0]![language]
}

/** undefined: the pages are off. */
export async function loadPagesSettings(reader: Reader): Promise<PagesSettings | undefined> {
  // The dates of a secret key are not for every visitor.
  const key = await findWebsiteKey(
    reader,
    sql`k.id = (select p.key_id from website_pages p) and k.key is not null`,
  )
  if (!key) return undefined
  const { rows } = await sql<Row>`
    select ${sql.raw(selectList(pagesFields, 'p'))}, k.key as "keyText"
    from website_pages p join website_key k on k.id = p.key_id`.execute(reader)
  const { keyText, addressForm, font, startPage, ...texts } = rows[0]!
  return {
    key,
    keyText,
    addressForm,
    font,
    startPage,
    intro: { de: texts.intro, en: texts.introEn },
    formText: { de: texts.formText, en: texts.formTextEn },
    vatExemption: { de: texts.vatExemption, en: texts.vatExemptionEn },
    vatNote: { de: texts.vatNote, en: texts.vatNoteEn },
    paymentText: { de: texts.paymentText, en: texts.paymentTextEn },
    frame: await loadClientFrame(reader, key.clientId),
  }
}
