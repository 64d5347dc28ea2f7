// The texts of the office in one language, by their keys.
import polyglotI18nProvider from 'ra-i18n-polyglot'
import english from 'ra-language-english'
import { attendanceTexts } from '../../../office/attendance/texts.ts'
import { bookingsTexts } from '../../../office/bookings/texts.ts'
import { catalogueTexts } from '../../../office/catalogue/texts.ts'
import { datesTexts } from '../../../office/dates/texts.ts'
import { documentsTexts } from '../../../office/documents/texts.ts'
import { importsMenuTexts } from '../../../office/imports/menu-texts.ts'
import { importsTexts } from '../../../office/imports/texts.ts'
import { invoicesTexts } from '../../../office/invoices/texts.ts'
import { messagesTexts } from '../../../office/messages/texts.ts'
import { ordersTexts } from '../../../office/orders/texts.ts'
import { searchTexts } from '../../../office/search/texts.ts'
import { raGerman } from '../../../office/shell/language/react-admin-texts.ts'
import { shellTexts } from '../../../office/shell/language/shell-texts.ts'
import { startTexts } from '../../../office/start/texts.ts'

export type Language = 'de' | 'en'

/** `text('bookings.bookMany', { smart_count: 2 })` */
export type Text = (key: string, params?: Record<string, string | number>) => string

interface Tree {
  [key: string]: Tree | string | undefined
}

const own = { de: raGerman, en: english }
const sections: readonly Record<Language, Tree>[] = [
  own,
  shellTexts,
  startTexts,
  searchTexts,
  datesTexts,
  catalogueTexts,
  bookingsTexts,
  ordersTexts,
  documentsTexts,
  importsMenuTexts,
  importsTexts,
  messagesTexts,
  invoicesTexts,
  attendanceTexts,
]

function textOf(tree: Tree, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<Tree | string | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), tree)
  return typeof found === 'string' ? found : undefined
}

export function textsIn(language: Language): Text {
  const { translate } = polyglotI18nProvider(() => own[language], language, [], { allowMissing: true })
  return (key, params = {}) => {
    const found = sections.map((section) => textOf(section[language], key)).find((one) => one !== undefined)
    if (found === undefined) throw new Error(`no text ${key}`)
    return translate(key, { ...params, _: found })
  }
}
