// The settings of the pages for visitors.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import Type from 'typebox'
import { loadLetterhead } from '../../documents/letterhead.sql.ts'
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

export const addressForms = ['formal', 'informal'] as const
export const fonts = ['system', 'inter', 'serif', 'rounded'] as const

/** The address of a page, or ''. */
export const pageUrlPattern = '^(https?://[^\\s/?#]\\S*)?$'
// The office has a text of its own for values that do not match.
const pageUrl = { ...textUpTo(2000), schema: Type.String({ pattern: pageUrlPattern }) }

export const pagesFields = fields({
  keyId: reference,
  addressForm: choice(addressForms, 'formal'),
  font: choice(fonts, 'system'),
  intro: textUpTo(2000),
  introEn: textUpTo(2000),
  formText: textUpTo(2000),
  formTextEn: textUpTo(2000),
  bookedText: textUpTo(2000),
  bookedTextEn: textUpTo(2000),
  imprintUrl: pageUrl,
  privacyUrl: pageUrl,
  accessibilityUrl: pageUrl,
  vatNote: textUpTo(2000),
  vatNoteEn: textUpTo(2000),
  paymentText: textUpTo(2000),
  paymentTextEn: textUpTo(2000),
})

/** The settings of the pages for visitors beside the catalogue. */
export type PagesSettings = {
  key: WebsiteKey
  /** The key itself, for addresses of the public interface. */
  keyText: string
  /** Of German texts: Sie or du. */
  addressForm: (typeof addressForms)[number]
  font: (typeof fonts)[number]
  /** Plain text above the list of dates; '': none. */
  intro: Record<Language, string>
  /** Plain text above the booking form; '': none. */
  formText: Record<Language, string>
  /** Plain text below the price of the booking form; '': none. */
  vatNote: Record<Language, string>
  /** Plain text about how and when is paid; '': none. */
  paymentText: Record<Language, string>
  imprintUrl: string
  privacyUrl: string
  accessibilityUrl: string
  /** `#rrggbb` of the letterhead; '': none. */
  accentColor: string
  /** undefined: the letterhead has none. */
  logo: Logo | undefined
}

type Logo = {
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  /** A hash of the content, for its address. */
  version: string
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Letterheads take PNG and JPEG only. */
function toLogo(image: Uint8Array): Logo {
  const bytes = Buffer.from(image)
  return {
    bytes,
    mediaType: bytes.subarray(0, pngSignature.length).equals(pngSignature) ? 'image/png' : 'image/jpeg',
    version: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  }
}

// The schema of a choice does not name its values as types.
type Row = Omit<RecordOf<typeof pagesFields>, 'addressForm' | 'font'> &
  Pick<PagesSettings, 'addressForm' | 'font' | 'keyText'>

/** The addresses of imprint, privacy policy and accessibility statement; '': not set. */
export type LegalPages = Pick<PagesSettings, 'imprintUrl' | 'privacyUrl' | 'accessibilityUrl'>

/** Also where the pages are off. */
export async function loadLegalPages(reader: Reader): Promise<LegalPages> {
  const { rows } = await sql<LegalPages>`
    select imprint_url as "imprintUrl", privacy_url as "privacyUrl", accessibility_url as "accessibilityUrl" from website_pages`.execute(
    reader,
  )
  return rows[0]!
}

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
  const { keyText, addressForm, font, imprintUrl, privacyUrl, accessibilityUrl, ...texts } = rows[0]!
  const { accentColor, logo } = await loadLetterhead(reader, key.clientId)
  return {
    key,
    keyText,
    addressForm,
    font,
    intro: { de: texts.intro, en: texts.introEn },
    formText: { de: texts.formText, en: texts.formTextEn },
    vatNote: { de: texts.vatNote, en: texts.vatNoteEn },
    paymentText: { de: texts.paymentText, en: texts.paymentTextEn },
    imprintUrl,
    privacyUrl,
    accessibilityUrl,
    accentColor,
    logo: logo ? toLogo(logo) : undefined,
  }
}
