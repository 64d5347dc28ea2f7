// Imprint, privacy policy, accessibility statement, terms and instructions on withdrawal of the demo's clients: the starting texts
// without gaps.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { startingText, startingTextNames, startingTextPlaces } from '../website/legal/starting-texts.ts'

type Client = { id: number; name: string; address: string; phone: string; email: string }

const facts = {
  representative: 'Dr. Helene Brandt',
  hosting: { de: 'im eigenen Rechenzentrum in Köln', en: 'in our own data centre in Cologne' },
  retention: { de: 'drei Jahren', en: 'three years' },
  payment: {
    de: 'per Rechnung, innerhalb von 14 Tagen ohne Abzug.',
    en: 'by invoice, within 14 days without deduction.',
  },
  cancellation: {
    de: 'Was eine Stornierung kostet, steht bei jedem Termin, in der Bestätigung und auf der Seite Ihrer Buchung.',
    en: 'The fee of a cancellation is stated with each date, in the confirmation and on the page of your booking.',
  },
  minimum: { de: 'spätestens 14 Tage vor Beginn', en: '14 days before it begins at the latest' },
  state: { de: 'November 2026. Mängel sind nicht bekannt.', en: 'November 2026. No defects are known.' },
  authority: {
    de: 'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)',
    en: 'Market surveillance office of the Länder for the accessibility of products and services (MLBF)',
  },
}

export async function insertLegalTexts(tx: Tx): Promise<void> {
  const { rows } = await sql<Client>`
    select k.id, k.name, l.address_lines as address, l.phone, l.email from client k join letterhead l on l.client_id = k.id order by k.id`.execute(
    tx,
  )
  for (const { id, ...client } of rows) {
    const register = `Amtsgericht Köln, HRB 4711${id}`
    for (const name of startingTextNames) {
      const place = startingTextPlaces[name]
      const { title, titleEn, body, bodyEn } = startingText(name, {
        ...facts,
        ...client,
        register,
        vatId: `DE00000000${id}`,
      })
      const row = { client_id: id, body, body_en: bodyEn }
      if ('audience' in place)
        await tx
          .insertInto('terms_document')
          .values({
            ...row,
            title,
            title_en: titleEn,
            audience: place.audience,
            must_be_accepted: place.mustBeAccepted,
            is_active: true,
            position: place.position,
          })
          .execute()
      else
        await tx
          .insertInto('legal_page')
          .values({ ...row, kind: place.kind })
          .execute()
    }
  }
}
