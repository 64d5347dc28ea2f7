// /withdraw: consumers withdraw from a contract (§ 356a BGB), in two steps, without signing in.
import { randomUUID } from 'node:crypto'
import { withdrawPath } from '../../bookings/orders/order-link.ts'
import { lineWithoutLinks } from '../../mail/line-without-links.ts'
import type { Language } from '../../platform/ground/language.ts'
import { Email, Name, record, ShortText } from '../../platform/ground/schema.ts'
import { isUuid } from '../../platform/ground/text.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import type { PageText } from '../../platform/pages/page-html.ts'
import { enteredText, type PublicPage } from '../../platform/pages/public-pages.ts'
import { withdrawalTexts } from './texts.ts'
import { type Declaration, withdraw } from './withdrawal.sql.ts'

const fieldNames = ['name', 'contract', 'part', 'email'] as const
const autocomplete = { name: 'name', contract: 'off', part: 'off', email: 'email' } as const
const Declared = record({ name: Name, contract: Name, part: ShortText, email: Email })

const readDeclaration = (fields: URLSearchParams): Declaration => ({
  name: enteredText(fields, 'name'),
  contract: enteredText(fields, 'contract'),
  part: enteredText(fields, 'part'),
  email: enteredText(fields, 'email'),
})

/** The first step. */
function entryForm(
  language: Language,
  entered: Partial<Declaration>,
  wrong: ReadonlySet<string> = new Set(),
): PageText {
  const text = withdrawalTexts[language]
  return {
    status: wrong.size > 0 ? 422 : 200,
    title: text.title,
    ...(wrong.size > 0 && { alert: text.wrong }),
    paragraphs: [...text.intro, text.purpose],
    groups: [
      {
        legend: text.details,
        fields: fieldNames.map((name) => ({
          name,
          label: text.fields[name],
          type: name === 'email' ? ('email' as const) : ('text' as const),
          autocomplete: autocomplete[name],
          value: entered[name] ?? '',
          error: wrong.has(name) ? text.errors[name] : undefined,
        })),
      },
    ],
    button: text.next,
  }
}

/** The declaration, line by line. */
const declarationLines = (language: Language, declaration: Declaration): string[] => {
  const { declared, declaration: sentence } = withdrawalTexts[language]
  const given = fieldNames.filter((name) => declaration[name] !== '')
  return [sentence, ...given.map((name) => `${declared[name]}: ${declaration[name]}`)]
}

/** The second step. */
function confirmForm(language: Language, declaration: Declaration): PageText {
  const text = withdrawalTexts[language]
  return {
    status: 200,
    title: text.confirmTitle,
    paragraphs: [text.confirmIntro, ...declarationLines(language, declaration)],
    hidden: { ...declaration, step: 'confirm', form: randomUUID() },
    button: text.confirm,
    otherButton: { name: 'change', label: text.change },
  }
}

function receiptMail(language: Language, declaration: Declaration, time: string) {
  const { receipt } = withdrawalTexts[language]
  // The receipt goes to an address that nobody has proven.
  const line = (text: string) => text && (lineWithoutLinks(text) || receipt.notRepeated)
  const { name, contract, part, email } = declaration
  const repeated = { name: line(name), contract: line(contract), part: line(part), email }
  return {
    subject: receipt.subject,
    body: [
      receipt.greeting,
      receipt.received(time),
      declarationLines(language, repeated).join('\n'),
      receipt.keep,
    ].join('\n\n'),
  }
}

export const withdrawPage: PublicPage = {
  path: withdrawPath(),
  via: 'website',
  async show({ query, language }) {
    return entryForm(language, { contract: enteredText(query, 'contract', 255) })
  },
  async submit(request) {
    const { fields, language, timeZone } = request
    const text = withdrawalTexts[language]
    const declaration = readDeclaration(fields)
    if (fields.has('change')) return entryForm(language, declaration)
    const wrong = new Set(validationErrors(Declared, declaration).map(({ field }) => field))
    if (wrong.size > 0) return entryForm(language, declaration, wrong)
    const formId = fields.get('form') ?? ''
    if (fields.get('step') !== 'confirm' || !isUuid(formId)) return confirmForm(language, declaration)
    const { format } = new Intl.DateTimeFormat(text.locale, {
      dateStyle: 'long',
      timeStyle: 'medium',
      timeZone,
    })
    const receivedAt = await withdraw(request, formId, declaration, (moment) =>
      receiptMail(language, declaration, format(moment)),
    )
    return {
      status: 200,
      title: text.doneTitle,
      paragraphs: [text.received(format(receivedAt)), text.mailed(declaration.email), text.later],
    }
  },
}
