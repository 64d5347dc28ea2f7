// Renders documents as PDF, in a process of a worker pool.
import type { Language } from '../platform/ground/language.ts'
import type { DateData } from './date-data.ts'
import { drawAddressLabels } from './kinds/address-labels.ts'
import { drawBadges, drawTableCards } from './kinds/badges.ts'
import { certificateTitle, type DrawnCertificate, drawCertificate } from './kinds/certificate.ts'
import { type ConfirmationData, confirmationTitle, drawConfirmation } from './kinds/invoice-confirmation.ts'
import { drawOrderConfirmation, orderConfirmationTitle } from './kinds/order-confirmation.ts'
import { type DrawnOrderRecord, drawOrderRecord, orderRecordTitle } from './kinds/order-record.ts'
import { drawParticipants } from './kinds/participants.ts'
import { drawSignInSheets } from './kinds/sign-in-sheet.ts'
import { drawTerms, type TermsData } from './kinds/terms.ts'
import { documentTexts } from './kinds/texts.ts'
import { drawTrainerFolder } from './kinds/trainer-folder.ts'
import { loadFonts } from './layout/fonts.ts'
import type { LabelName, TableCardFormat } from './layout/labels.ts'
import { finishSheet, openSheet, type Sheet } from './layout/sheet.ts'
import { textsOf } from './layout/texts-of.ts'
import type { Letterhead } from './letterhead.schema.ts'
import type { OrderView } from './orders/order-view.ts'

/** The content of a document. */
export type DocumentContent =
  | { kind: 'sign-in-sheet'; date: DateData; day: string }
  | { kind: 'participants' | 'trainer-folder'; date: DateData }
  | { kind: 'badges'; date: DateData; label: LabelName; firstLabel: number }
  | { kind: 'address-labels'; addresses: string[][]; label: LabelName; firstLabel: number }
  | { kind: 'table-cards'; date: DateData; format: TableCardFormat }
  | { kind: 'certificates'; certificates: DrawnCertificate[]; createdAt: string }
  | { kind: 'order-confirmation'; order: OrderView }
  | { kind: 'order-record'; recorded: DrawnOrderRecord }
  | { kind: 'invoice-confirmation'; confirmation: ConfirmationData }
  | { kind: 'terms'; terms: TermsData }

export type DocumentInput = {
  content: DocumentContent
  language: Language
  timeZone: string
  letterhead: Letterhead
}

/** The title of a document, which is also the name of its file. */
export function documentTitle(content: DocumentContent, language: Language): string {
  const words = documentTexts[language]
  switch (content.kind) {
    case 'sign-in-sheet':
      return [words.signInSheet, content.date.title, content.day].filter(Boolean).join(' ')
    case 'participants':
      return `${words.participants} ${content.date.title}`
    case 'trainer-folder':
      return `${words.trainerFolder} ${content.date.title}`
    case 'badges':
      return `${words.badges} ${content.date.title}`
    case 'address-labels':
      return words.addressLabels
    case 'table-cards':
      return `${words.tableCards} ${content.date.title}`
    case 'certificates': {
      const [first, second] = content.certificates
      return `${certificateTitle(language)} ${second ? first!.content.title : (first?.number ?? '')}`
    }
    case 'order-confirmation':
      return orderConfirmationTitle(content.order, language)
    case 'order-record':
      return orderRecordTitle(content.recorded, language)
    case 'invoice-confirmation':
      return `${confirmationTitle(language)} ${content.confirmation.record.id}`
    case 'terms':
      return content.terms.title
  }
}

function draw(sheet: Sheet, content: DocumentContent, timeZone: string): void {
  switch (content.kind) {
    case 'sign-in-sheet':
      drawSignInSheets(sheet, content.date, content.day)
      break
    case 'participants':
      drawParticipants(sheet, content.date)
      break
    case 'trainer-folder':
      drawTrainerFolder(sheet, content.date)
      break
    case 'badges':
      drawBadges(sheet, content.date, content.label, content.firstLabel)
      break
    case 'address-labels':
      drawAddressLabels(sheet, content.addresses, content.label, content.firstLabel)
      break
    case 'table-cards':
      drawTableCards(sheet, content.date, content.format)
      break
    case 'certificates':
      for (const certificate of content.certificates) drawCertificate(sheet, certificate)
      break
    case 'order-confirmation':
      drawOrderConfirmation(sheet, content.order, timeZone)
      break
    case 'order-record':
      drawOrderRecord(sheet, content.recorded)
      break
    case 'invoice-confirmation':
      drawConfirmation(sheet, content.confirmation)
      break
    case 'terms':
      drawTerms(sheet, content.terms)
  }
}

/** When a document was made, if that is the same each time it is printed. */
const createdAt = (content: DocumentContent): string | undefined =>
  content.kind === 'certificates'
    ? content.createdAt
    : content.kind === 'invoice-confirmation'
      ? content.confirmation.record.createdAt
      : content.kind === 'terms'
        ? content.terms.createdAt
        : content.kind === 'order-record'
          ? content.recorded.record.recordedAt
          : undefined

/** Renders the file. */
export async function renderPdf({ content, language, timeZone, letterhead }: DocumentInput): Promise<Buffer> {
  const isBare = ['badges', 'address-labels', 'table-cards'].includes(content.kind)
  const created = createdAt(content)
  const title = documentTitle(content, language)
  const sheet = openSheet({
    title,
    fonts: await loadFonts(textsOf([title, content, letterhead])),
    language,
    letterhead,
    timeZone,
    bare: isBare,
    landscape: content.kind === 'table-cards' && content.format === 'A4',
    ...(created === undefined ? {} : { createdAt: created }),
  })
  draw(sheet, content, timeZone)
  return finishSheet(sheet, { feet: !isBare })
}
