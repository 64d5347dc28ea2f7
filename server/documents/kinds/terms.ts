// Terms and information for visitors, in the version that holds for an order.
import { paragraph } from '../layout/blocks.ts'
import { drawListHead } from '../layout/letterhead.ts'
import { addPart, type Sheet } from '../layout/sheet.ts'
import { documentTexts } from './texts.ts'

/** `text`: paragraphs, separated by empty lines. `createdAt`: of the version. */
export type TermsData = { title: string; version: number; createdAt: string; text: string }

export function drawTerms(sheet: Sheet, { title, version, createdAt, text }: TermsData): void {
  addPart(sheet, title)
  drawListHead(
    sheet,
    title,
    documentTexts[sheet.language].termsVersion(version, sheet.format.moment(createdAt)),
  )
  for (const part of text.split('\n\n')) paragraph(sheet, part)
}
