/// <reference path="./saxen.d.ts" />
// Finds what a worksheet hides or does not tell: hidden rows, merged cells, formulas without a value, numbers that a format shows with
// leading zeros.
import { strFromU8, unzipSync } from 'fflate'
import { Parser } from 'saxen'

type Area = { top: number; left: number; bottom: number; right: number }

/** Rows and columns count from 0. */
export type WorksheetFacts = {
  /** A filter hides rows, too. */
  hiddenRows: Set<number>
  merged: Area[]
  emptyFormulas: { row: number; column: number }[]
  /** Cells whose number format shows at least so many digits, such as 00000. */
  digits: { row: number; column: number; digits: number }[]
}

type Attributes = Record<string, string>

function parseXml(
  xml: string,
  open: (tag: string, attributes: () => Attributes) => void,
  more: { close?: (tag: string) => void; text?: (text: string) => void } = {},
): void {
  const parser = new Parser()
  parser.on('openTag', (tag: string, attributes: () => Attributes, decode: (text: string) => string) =>
    open(localName(tag), () =>
      Object.fromEntries(Object.entries(attributes()).map(([name, value]) => [name, decode(value)])),
    ),
  )
  if (more.close) parser.on('closeTag', (tag: string) => more.close!(localName(tag)))
  if (more.text) parser.on('text', more.text)
  parser.parse(xml)
}

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1)

/** `B3` → row 2, column 1. */
function cellOf(reference: string): { row: number; column: number } {
  const [, letters = 'A', digits = '1'] = /^\$?([A-Z]+)\$?(\d+)$/.exec(reference) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits) - 1, column }
}

function areaOf(reference: string): Area {
  const [from = 'A1', to = from] = reference.split(':')
  const [first, last] = [cellOf(from), cellOf(to)]
  return { top: first.row, left: first.column, bottom: last.row, right: last.column }
}

/** The minimal digits of each style of cells; 0: none. */
function digitsByStyle(styles: string): number[] {
  const formats = new Map<string, number>()
  const digits: number[] = []
  let inCells = false
  parseXml(
    styles,
    (tag, attributes) => {
      if (tag === 'cellXfs') inCells = true
      else if (tag === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes()
        formats.set(numFmtId, /^(?:\[\$-[^\]]*\])?(0{2,})(?:;@)?$/.exec(formatCode)?.[1]?.length ?? 0)
      } else if (tag === 'xf' && inCells) digits.push(formats.get(attributes()['numFmtId'] ?? '') ?? 0)
    },
    {
      close: (tag) => {
        if (tag === 'cellXfs') inCells = false
      },
    },
  )
  return digits
}

function factsOf(sheet: string, styles: readonly number[]): WorksheetFacts {
  const facts: WorksheetFacts = { hiddenRows: new Set(), merged: [], emptyFormulas: [], digits: [] }
  let cell = { row: 0, column: -1 }
  let hasFormula = false
  let hasValue = false
  let isInValue = false
  let row = -1
  parseXml(
    sheet,
    (tag, read) => {
      if (tag === 'row') {
        const { r, hidden } = read()
        row = r ? Number(r) - 1 : row + 1
        cell = { row, column: -1 }
        if (hidden === '1' || hidden === 'true') facts.hiddenRows.add(row)
      } else if (tag === 'c') {
        const { r, s, t = 'n' } = read()
        cell = r ? cellOf(r) : { row, column: cell.column + 1 }
        hasFormula = false
        hasValue = false
        const digits = t === 'n' ? (styles[Number(s ?? -1)] ?? 0) : 0
        if (digits > 0) facts.digits.push({ ...cell, digits })
      } else if (tag === 'f') hasFormula = true
      else if (tag === 'v' || tag === 't') isInValue = true
      else if (tag === 'mergeCell') facts.merged.push(areaOf(read()['ref'] ?? ''))
    },
    {
      text: (text) => {
        if (isInValue && text !== '') hasValue = true
      },
      close: (tag) => {
        if (tag === 'v' || tag === 't') isInValue = false
        else if (tag === 'c' && hasFormula && !hasValue) facts.emptyFormulas.push({ ...cell })
      },
    },
  )
  return facts
}

/** @param worksheet the name of a worksheet that exists */
export function readWorksheetFacts(bytes: Uint8Array, worksheet: string): WorksheetFacts {
  const read = (path: string): string => {
    const files = unzipSync(bytes, { filter: ({ name }) => name === path })
    return files[path] ? strFromU8(files[path]) : ''
  }
  let relation = ''
  parseXml(read('xl/workbook.xml'), (tag, attributes) => {
    if (tag !== 'sheet') return
    const found = attributes()
    const id = Object.entries(found).find(([name]) => name.endsWith(':id'))?.[1]
    if (found['name'] === worksheet && id) relation = id
  })
  const targets: Record<string, string> = {}
  parseXml(read('xl/_rels/workbook.xml.rels'), (tag, attributes) => {
    const { Id, Type = '', Target = '' } = tag === 'Relationship' ? attributes() : {}
    const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
    if (Id) targets[Type.endsWith('/styles') ? 'styles' : Id] = path
  })
  const styles = targets['styles'] ? read(targets['styles']) : ''
  return factsOf(read(targets[relation] ?? ''), styles === '' ? [] : digitsByStyle(styles))
}
