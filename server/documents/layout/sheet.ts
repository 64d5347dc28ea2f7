// A document that is drawn on A4 pages from top to bottom, as tagged PDF.
import PDFDocument from 'pdfkit'
import type { Language } from '../../platform/ground/language.ts'
import type { Letterhead } from '../letterhead.schema.ts'
import type { FontSet } from './fonts.ts'
import { type Formats, formatsOf } from './formats.ts'
import { type Canvas, type Doc, drawable, drawText, openCanvas, setFont, shortened, widthOf } from './text.ts'
import { codeOf } from './texts-of.ts'

export type StructureElement = ReturnType<Doc['struct']>

export const mm = (length: number): number => (length * 72) / 25.4

export const pageWidth = mm(210)
export const pageHeight = mm(297)
const footerLineHeight = 9.5

/** Pages that are numbered together, with the text of their foot. */
type Part = { firstPage: number; foot: string }

export type Sheet = Canvas & {
  language: Language
  letterhead: Letterhead
  format: Formats
  accent: string
  /** The area of the content; `top` of the pages that begin without a letterhead. */
  left: number
  right: number
  top: number
  bottom: number
  /** Where the next block begins. */
  y: number
  /** The element to which blocks are added. */
  parent: StructureElement
  parts: Part[]
}

export type SheetOptions = {
  title: string
  language: Language
  letterhead: Letterhead
  timeZone: string
  fonts: FontSet
  /** The time of creation, so that the same document has the same bytes. */
  createdAt?: string
  /** Without margins and foot, for labels. */
  bare?: boolean
  landscape?: boolean
}

/** Opens a document without pages; `addPart` adds the first one. */
export function openSheet(options: SheetOptions): Sheet {
  const { title, language, letterhead, timeZone, createdAt, bare = false, landscape = false } = options
  const footerLines = linesOf(letterhead.footerLines)
  const bottom = pageHeight - mm(17) - footerLines.length * footerLineHeight
  const doc = new PDFDocument({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    margins: bare
      ? { top: 0, left: 0, right: 0, bottom: 0 }
      : { top: mm(20), left: mm(25), right: mm(20), bottom: pageHeight - bottom },
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: language,
    info: {
      Title: title,
      Author: letterhead.clientName,
      ...(createdAt === undefined ? {} : { CreationDate: new Date(createdAt) }),
    },
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    ...openCanvas(doc, options.fonts),
    language,
    letterhead,
    format: formatsOf(language, timeZone),
    accent: letterhead.accentColor || '#000000',
    left: mm(25),
    right: mm(190),
    top: mm(20),
    bottom,
    y: mm(20),
    parent: root,
    parts: [],
  }
}

/** The lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Begins a page whose number is 1. @param foot beside the page number */
export function addPart(sheet: Sheet, foot: string): void {
  addPage(sheet)
  const { start, count } = sheet.doc.bufferedPageRange()
  sheet.parts.push({ firstPage: start + count - 1, foot })
}

export function addPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = sheet.top
}

/** Begins a page if a block of this height does not fit. @returns whether it did */
export function ensureSpace(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.bottom) return false
  addPage(sheet)
  return true
}

type Options = { title?: string; alt?: string; scope?: 'Column' | 'Row' }

/** Adds an element to the structure, with the drawings meanwhile as its content. */
export function tagged(sheet: Sheet, type: string, options: Options, draw: () => void): void {
  sheet.parent.add(sheet.doc.struct(type, options, draw))
}

/** Adds an element to the structure, to which the blocks that are drawn meanwhile are added. */
export function grouped(sheet: Sheet, type: string, draw: () => void, options: Options = {}): void {
  const { parent } = sheet
  const element = sheet.doc.struct(type, options)
  parent.add(element)
  sheet.parent = element
  draw()
  sheet.parent = parent
  element.end()
}

/** Drawings meanwhile are no content: lines, repeated heads, page numbers. */
export function artifact({ doc }: Sheet, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

export function drawLine(
  sheet: Sheet,
  from: [number, number],
  to: [number, number],
  color = '#888888',
): void {
  artifact(sheet, () =>
    sheet.doc
      .moveTo(...from)
      .lineTo(...to)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke(),
  )
}

const words = {
  de: {
    page: (page: number, of: number) => `Seite ${page} von ${of}`,
    missing: (codes: string) =>
      `Zeichen, die in den Schriften dieses Dokuments fehlen, stehen als Fragezeichen: ${codes}.`,
  },
  en: {
    page: (page: number, of: number) => `Page ${page} of ${of}`,
    missing: (codes: string) =>
      `Characters that the fonts of this document lack are shown as question marks: ${codes}.`,
  },
}

function drawFoot(sheet: Sheet, text: string, note: string): void {
  const { doc, letterhead, left, right, bottom } = sheet
  const centred = (line: string, y: number) => {
    const shown = shortened(sheet, drawable(sheet, line), right - left)
    drawText(sheet, shown, (left + right - widthOf(sheet, shown)) / 2, y)
  }
  // Below the bottom margin, where text would otherwise begin a page of its own.
  doc.page.margins.bottom = 0
  artifact(sheet, () => {
    setFont(sheet, 'regular', 7, '#555555')
    let y = bottom + mm(4)
    if (note !== '') centred(note, y - footerLineHeight)
    for (const line of linesOf(letterhead.footerLines)) {
      centred(line, y)
      y += footerLineHeight
    }
    centred(text, y)
  })
}

/** Draws the feet of all pages. @returns the file */
export function finishSheet(sheet: Sheet, { feet = true }: { feet?: boolean } = {}): Promise<Buffer> {
  const { doc, parts, language, letterhead } = sheet
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const { start, count } = doc.bufferedPageRange()
  if (feet)
    for (const [index, { firstPage, foot }] of parts.entries()) {
      const end = parts[index + 1]?.firstPage ?? start + count
      for (let page = firstPage; page < end; page++) {
        doc.switchToPage(page)
        const number = words[language].page(page - firstPage + 1, end - firstPage)
        const isLast = page === end - 1
        const codes = [...sheet.missing].map(codeOf).join(', ')
        const note = isLast && codes !== '' ? words[language].missing(codes) : ''
        drawFoot(sheet, [letterhead.clientName, foot, number].filter(Boolean).join(' · '), note)
      }
    }
  sheet.parent.end()
  doc.end()
  return done
}
