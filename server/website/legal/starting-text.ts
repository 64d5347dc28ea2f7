// The form of starting texts: sections in both languages with gaps, which are filled with what is known of the provider.
import { escapeHtml } from '../../platform/ground/escape-html.ts'
import type { Language } from '../../platform/ground/language.ts'

/** The facts that a text tells of the provider. */
const gaps = {
  name: { de: 'Name mit Rechtsform', en: 'name with legal form' },
  address: { de: 'Anschrift', en: 'postal address' },
  phone: { de: 'Telefon', en: 'telephone' },
  email: { de: 'E-Mail-Adresse', en: 'e-mail address' },
  representative: { de: 'vertretungsberechtigte Person', en: 'authorised representative' },
  register: { de: 'Registergericht und Nummer', en: 'court of registration and number' },
  vatId: { de: 'Umsatzsteuer-Identifikationsnummer', en: 'VAT identification number' },
  hosting: { de: 'Betreiber des Servers', en: 'operator of the server' },
  retention: { de: 'Aufbewahrungsfrist', en: 'retention period' },
  payment: { de: 'Zahlungsweise und Frist', en: 'means and period of payment' },
  cancellation: { de: 'Bedingungen der Stornierung', en: 'terms of cancellation' },
  minimum: { de: 'Frist für eine Absage', en: 'period for calling off a date' },
  state: { de: 'Stand der Barrierefreiheit, bekannte Mängel', en: 'state of accessibility, known defects' },
  authority: { de: 'zuständige Marktüberwachungsbehörde', en: 'competent market surveillance authority' },
} satisfies Record<string, Record<Language, string>>
type Gap = keyof typeof gaps

/** The known facts; the others stay gaps. */
export type ProviderFacts = Partial<Record<Gap, string | Record<Language, string>>>

export type Fill = (gap: Gap) => string

export const filler =
  (facts: ProviderFacts, language: Language): Fill =>
  (gap) => {
    const fact = facts[gap]
    const text = typeof fact === 'object' ? fact[language] : fact
    return text ? escapeHtml(text).replaceAll('\n', '<br />') : `[[${gaps[gap][language]}]]`
  }

type Paragraph = string | readonly string[]
export type Section = readonly [title: string, ...Paragraph[]]

export const toHtml = (sections: readonly Section[]): string =>
  sections
    .map(([title, ...paragraphs]) =>
      [
        title && `<h2>${title}</h2>`,
        ...paragraphs.map((one) =>
          typeof one === 'string'
            ? `<p>${one}</p>`
            : `<ul>${one.map((item) => `<li>${item}</li>`).join('')}</ul>`,
        ),
      ].join(''),
    )
    .join('')

export type StartingText = {
  title: Record<Language, string>
  sections: Record<Language, (fill: Fill) => readonly Section[]>
}

const contact = { de: ['Telefon', 'E-Mail'], en: ['Telephone', 'E-mail'] } as const
export const contactLines = (fill: Fill, language: Language): string =>
  `${contact[language][0]}: ${fill('phone')}<br />${contact[language][1]}: ${fill('email')}`
export const providerLines = (fill: Fill): string => `${fill('name')}<br />${fill('address')}`
