// The words around the guide's pages.
import type { Language } from '../../ground/language.ts'
import type { GuidePart } from './guide.ts'

type FrameTexts = {
  skip: string
  guide: string
  parts: Record<GuidePart, string>
  onlyEnglish: string
  pages: string
  reference: string
  search: string
  searchFor: string
  otherLanguage: { language: Language; label: string }
  onThisPage: string
  previous: string
  next: string
  found: (count: number) => string
  withoutScript: string
}

export const guideTexts: Record<Language, FrameTexts> = {
  de: {
    skip: 'Zum Inhalt',
    guide: 'Anleitung',
    parts: { office: 'Arbeiten im Büro', operating: 'Betreiben', developing: 'Anbinden' },
    onlyEnglish: 'Diese Seite gibt es nur auf Englisch.',
    pages: 'Seiten',
    reference: 'Referenz',
    search: 'Suchen',
    searchFor: 'Anleitung und Referenz durchsuchen',
    otherLanguage: { language: 'en', label: 'English' },
    onThisPage: 'Auf dieser Seite',
    previous: 'Zurück',
    next: 'Weiter',
    found: (count) => (count === 1 ? '1 Treffer' : `${count === 0 ? 'Keine' : count} Treffer`),
    withoutScript: 'Die Referenz braucht JavaScript. Ohne JavaScript lesen Sie die OpenAPI-Dokumente:',
  },
  en: {
    skip: 'Skip to content',
    guide: 'Guide',
    parts: { office: 'Using the back office', operating: 'Operating', developing: 'Developing' },
    onlyEnglish: 'This page is in English only.',
    pages: 'Pages',
    reference: 'Reference',
    search: 'Search',
    searchFor: 'Search guide and reference',
    otherLanguage: { language: 'de', label: 'Deutsch' },
    onThisPage: 'On this page',
    previous: 'Previous',
    next: 'Next',
    found: (count) => (count === 1 ? '1 result' : `${count === 0 ? 'No' : count} results`),
    withoutScript: 'The reference needs JavaScript. Without it, read the OpenAPI documents:',
  },
}
