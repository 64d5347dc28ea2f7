// Texts in German and English, and the language of the page.
import polyglotI18nProvider from 'ra-i18n-polyglot'
import english from 'ra-language-english'
import type { I18nProvider, StringMap, TranslationMessages } from 'react-admin'
import type { Language } from '../../../server/platform/ground/language.ts'
import { api, type ErrorDescription } from '../api/api.ts'
import { currentSession, setSession } from '../api/session.ts'
import { generalErrorTexts } from './error-texts.ts'
import { createFormat } from './format.ts'
import { humanizeName } from './names.ts'
import { raGerman } from './react-admin-texts.ts'
import { shellTexts } from './shell-texts.ts'
import type { Texts } from './texts.ts'

const storageKey = 'kontor.language'

const isLanguage = (value: unknown): value is Language => value === 'de' || value === 'en'

/** The language last used in this browser, else the first supported one of its settings. */
function browserLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  const preferred = navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find(isLanguage)
  return preferred ?? 'en'
}

function mergeTexts(trees: readonly StringMap[]): StringMap {
  const all: StringMap = {}
  for (const tree of trees)
    for (const [key, value] of Object.entries(tree)) {
      const existing = all[key]
      all[key] =
        typeof existing === 'object' && typeof value === 'object' ? mergeTexts([existing, value]) : value
    }
  return all
}

function applyLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
}

let add: (texts: Texts) => Promise<void> = async () => {}

/** Adds the texts of a part that is loaded when it is first shown. */
export const addTexts = (texts: Texts): Promise<void> => add(texts)

export interface Localization {
  i18nProvider: I18nProvider
  /** An error in the language of the page. */
  errorText: (error: ErrorDescription) => string
  /** The name of a field (`prices[0].net`) of a resource for users. */
  fieldName: (resource: string, field: string) => string
}

export function createLocalization(sectionTexts: readonly Texts[]): Localization {
  const all = [shellTexts, generalErrorTexts, ...sectionTexts]
  const messages: Record<Language, StringMap> = {
    de: mergeTexts([raGerman, ...all.map((one) => one.de)]),
    en: mergeTexts([english, ...all.map((one) => one.en)]),
  }
  const initialLanguage = browserLanguage()
  applyLanguage(initialLanguage)
  const polyglot = polyglotI18nProvider(
    (language) => messages[language as Language] as TranslationMessages,
    initialLanguage,
    [
      { locale: 'de', name: 'Deutsch' },
      { locale: 'en', name: 'English' },
    ],
    { allowMissing: true },
  )

  add = async (added) => {
    for (const language of ['de', 'en'] as const)
      messages[language] = mergeTexts([messages[language], added[language]])
    await polyglot.changeLocale(polyglot.getLocale())
  }

  const i18nProvider: I18nProvider = {
    ...polyglot,
    async changeLocale(language) {
      if (!isLanguage(language)) return
      await polyglot.changeLocale(language)
      applyLanguage(language)
      const session = currentSession()
      if (!session || session.language === language) return
      setSession({ ...session, language })
      // Without the account's setting, this browser still has the language.
      api('PATCH', '/session', { body: { language } }).catch(() => {})
    },
  }
  const { translate } = i18nProvider

  const formatParam = (value: string | number): string | number => {
    const format = createFormat(polyglot.getLocale(), currentSession()?.timeZone || 'UTC')
    if (typeof value === 'number') return Number.isInteger(value) ? value : format.number(value)
    // A date, alone or after a title: `Excel, 2026-09-01`.
    if (/^(.*, )?\d{4}-\d{2}-\d{2}$/.test(value)) return value.replace(/\d{4}-\d{2}-\d{2}$/, format.date)
    if (/^\d{4}-\d{2}-\d{2}T.*Z$/.test(value)) return format.dateTime(value)
    return /^-?\d+\.\d{2}$/.test(value) ? format.amount(Number(value)) : value
  }

  return {
    i18nProvider,
    errorText({ code, params = {}, message }) {
      if (code === undefined) return translate(message, { _: message })
      const shown = Object.entries(params).map(([name, value]) => [name, formatParam(value)])
      return translate(`errors.${code}`, {
        ...Object.fromEntries(shown),
        ...(params['count'] === undefined ? {} : { smart_count: params['count'] }),
        _: message,
      })
    },
    fieldName(resource, field) {
      const plain = field.replace(/\[\d+\]/g, '')
      const last = plain.split('.').at(-1) ?? plain
      return translate(`resources.${resource}.fields.${plain}`, {
        _: translate(`resources.${resource}.fields.${last}`, { _: humanizeName(last) }),
      })
    },
  }
}
