// The pages that the types of problems lead to (RFC 9457).
import { notFound } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Language } from '../ground/language.ts'
import { type ProblemName, problems } from '../http/public/problem.ts'
import type { PublicPage } from './public-pages.ts'

const explanations: Record<ProblemName, Record<Language, { title: string; text: string }>> = {
  'invalid-request': {
    de: {
      title: 'Ungültige Anfrage',
      text: 'Ein Parameter ist unbekannt, oder sein Wert ist nicht erlaubt. „errors“ nennt jeden mit dem, was erwartet wird.',
    },
    en: {
      title: 'Invalid request',
      text: 'A parameter is unknown, or its value is not allowed. “errors” names each of them, and what is expected.',
    },
  },
  'invalid-key': {
    de: {
      title: 'Kein gültiger Schlüssel',
      text: 'Die Anfrage hat keinen Schlüssel, oder er ist widerrufen. Er gehört in „Authorization: Bearer pk_…“ oder in „?key=pk_…“.',
    },
    en: {
      title: 'No valid key',
      text: 'The request has no key, or it is revoked. It belongs in “Authorization: Bearer pk_…” or “?key=pk_…”.',
    },
  },
  'origin-not-allowed': {
    de: {
      title: 'Herkunft nicht erlaubt',
      text: 'Der Schlüssel gilt nur für Seiten der Websites, die bei ihm eingetragen sind. Geheime Schlüssel gelten nicht im Browser.',
    },
    en: {
      title: 'Origin not allowed',
      text: 'The key is only for pages of the websites that it names. Secret keys are not for browsers.',
    },
  },
  'not-found': {
    de: {
      title: 'Nicht gefunden',
      text: 'Unter dieser Adresse gibt es nichts, oder der Schlüssel zeigt es nicht: weil es nicht veröffentlicht oder in einem anderen Katalog ist.',
    },
    en: {
      title: 'Not found',
      text: 'There is nothing at this address, or the key does not show it: because it is not published, or in another catalogue.',
    },
  },
  'method-not-allowed': {
    de: { title: 'Methode nicht erlaubt', text: '„Allow“ nennt die Methoden dieser Adresse.' },
    en: { title: 'Method not allowed', text: '“Allow” names the methods of this address.' },
  },
  'not-acceptable': {
    de: {
      title: 'Keine passende Kodierung',
      text: '„Accept-Encoding“ schließt alle Kodierungen aus, auch die unkomprimierte.',
    },
    en: { title: 'No acceptable encoding', text: '“Accept-Encoding” excludes every encoding, even none.' },
  },
  conflict: {
    de: { title: 'Konflikt', text: 'Die Anfrage passt nicht zum gegenwärtigen Stand.' },
    en: { title: 'Conflict', text: 'The request does not fit the present state.' },
  },
  'seats-taken': {
    de: {
      title: 'Plätze vergeben',
      text: 'Der Termin hat nicht genug freie Plätze. „free“ nennt, wie viele es sind; null, wenn der Veranstalter das nicht zeigt.',
    },
    en: {
      title: 'Seats taken',
      text: 'The date has not enough free seats. “free” tells how many there are; null if the provider does not show it.',
    },
  },
  'cursor-expired': {
    de: {
      title: 'Cursor abgelaufen',
      text: 'Änderungen sind so weit zurück nicht mehr bekannt. Lesen Sie die ganze Liste, und beginnen Sie mit einem neuen Cursor.',
    },
    en: {
      title: 'Cursor expired',
      text: 'Changes are not known that far back. Read the whole list, and begin with a new cursor.',
    },
  },
  'too-large': {
    de: { title: 'Anfrage zu groß', text: 'Der Inhalt ist größer als erlaubt.' },
    en: { title: 'Request too large', text: 'The body is larger than the limit.' },
  },
  'unsupported-media-type': {
    de: { title: 'Medientyp nicht unterstützt', text: 'Der Inhalt muss „application/json“ sein.' },
    en: { title: 'Unsupported media type', text: 'The body must be “application/json”.' },
  },
  'wrong-host': {
    de: { title: 'Falscher Host', text: 'Der Server ist unter diesem Namen nicht eingerichtet.' },
    en: { title: 'Host not served here', text: 'The server is not set up for this name.' },
  },
  'too-many-requests': {
    de: {
      title: 'Zu viele Anfragen',
      text: 'Das Kontingent einer Minute ist verbraucht. „Retry-After“ nennt die Sekunden bis zur nächsten Anfrage.',
    },
    en: {
      title: 'Too many requests',
      text: 'The quota of a minute is used up. “Retry-After” gives the seconds until the next request.',
    },
  },
  'internal-error': {
    de: {
      title: 'Interner Fehler',
      text: 'Im Server ist ein Fehler aufgetreten. Das Protokoll nennt ihn unter „requestId“.',
    },
    en: { title: 'Internal error', text: 'The server failed. Its log has the reason under “requestId”.' },
  },
  unavailable: {
    de: {
      title: 'Nicht verfügbar',
      text: 'Die Datenbank antwortet gerade nicht. „Retry-After“ nennt die Sekunden bis zum nächsten Versuch.',
    },
    en: {
      title: 'Service unavailable',
      text: 'The database does not answer at the moment. “Retry-After” gives the seconds until the next attempt.',
    },
  },
}

export const problemPage: PublicPage = {
  path: '/problems/{problem}',
  async show({ params, language }) {
    const name = params['problem'] as ProblemName
    if (!Object.hasOwn(problems, name)) throw notFound(generalErrors.noPath())
    const { title, text } = explanations[name][language]
    return { status: 200, title, paragraphs: [text, `HTTP ${problems[name].status}`] }
  },
}
