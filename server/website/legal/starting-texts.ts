// Starting texts, to be adapted by the provider: they name what Kontor does by itself, and have gaps in [[ ]] for the rest. A text with
// gaps is a draft (isDraft): it does not count as done, and a page of it is not shown.
import { contractTexts } from './contract-texts.ts'
import { legalTexts } from './legal-texts.ts'
import { filler, type ProviderFacts, toHtml } from './starting-text.ts'

const startingTexts = { ...legalTexts, ...contractTexts }

export type StartingTextName = keyof typeof startingTexts
export const startingTextNames = Object.keys(startingTexts) as StartingTextName[]

/** Where a text is stored. */
export const startingTextPlaces = {
  imprint: { kind: 'imprint' },
  privacy: { kind: 'privacy' },
  accessibility: { kind: 'accessibility' },
  terms: { audience: 'everyone', mustBeAccepted: false, position: 1 },
  withdrawal: { audience: 'consumers', mustBeAccepted: false, position: 2 },
} as const satisfies Record<StartingTextName, object>

/** A starting text in both languages, filled with what is known of the provider. */
export function startingText(name: StartingTextName, facts: ProviderFacts) {
  const { title, sections } = startingTexts[name]
  return {
    title: title.de,
    titleEn: title.en,
    body: toHtml(sections.de(filler(facts, 'de'))),
    bodyEn: toHtml(sections.en(filler(facts, 'en'))),
  }
}
