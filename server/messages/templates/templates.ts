// The text of a message: as staff wrote it, of its template, or as Kontor brings it.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { Cause } from '../causes.ts'
import type { MessageText } from '../planned-message.ts'
import { builtInTemplates, type TemplateText } from './built-in-templates.ts'

type StoredTemplate = MessageText & { id: number; cause: Cause | null }

export type Templates = {
  byId: ReadonlyMap<number, StoredTemplate>
  byCause: ReadonlyMap<string, StoredTemplate>
}

export async function loadTemplates(reader: Reader): Promise<Templates> {
  const { rows } = await sql<StoredTemplate>`
    select id, cause, subject, body, subject_en as "subjectEn", body_en as "bodyEn" from communication_template`.execute(
    reader,
  )
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byCause: new Map(rows.flatMap((row) => (row.cause ? [[row.cause, row]] : []))),
  }
}

/** The text in a language; if it has none, in the other one; undefined: it is empty. */
function inLanguage(text: MessageText | undefined, language: Language): TemplateText | undefined {
  if (!text) return undefined
  const german = { subject: text.subject, body: text.body }
  const english = { subject: text.subjectEn, body: text.bodyEn }
  const inOrder = language === 'de' ? [german, english] : [english, german]
  return inOrder.find(({ body }) => body !== '')
}

/** @returns undefined: there is no text */
export function textOf(
  message: { cause: string; templateId: number; text: MessageText },
  templates: Templates,
  language: Language,
): TemplateText | undefined {
  const builtIn = (builtInTemplates as Partial<Record<string, Record<Language, TemplateText>>>)[message.cause]
  const base =
    inLanguage(templates.byId.get(message.templateId), language) ??
    inLanguage(templates.byCause.get(message.cause), language) ??
    builtIn?.[language]
  const written = inLanguage(message.text, language)
  return written ? { subject: written.subject || (base?.subject ?? ''), body: written.body } : base
}

/** The texts in both languages, to be edited. */
export function textsOf(message: { cause: string; templateId: number }, templates: Templates): MessageText {
  const none = { subject: '', body: '', subjectEn: '', bodyEn: '' }
  const of = (language: Language) => textOf({ ...message, text: none }, templates, language)
  const [german, english] = [of('de'), of('en')]
  return {
    subject: german?.subject ?? '',
    body: german?.body ?? '',
    subjectEn: english?.subject ?? '',
    bodyEn: english?.body ?? '',
  }
}
