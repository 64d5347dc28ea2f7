import type { Language } from '../ground/language.ts'
import type { PageText } from './page-html.ts'

const texts = {
  de: {
    title: 'Dieser Link ist ungültig',
    paragraphs: [
      'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht des Veranstalters.',
    ],
  },
  en: {
    title: 'This link is not valid',
    paragraphs: ['It may be incomplete. Please open it again from the provider’s message.'],
  },
} as const satisfies Record<Language, object>

/** The page of a link that leads nowhere. */
export const unknownLink = (language: Language): PageText => ({ status: 404, ...texts[language] })
