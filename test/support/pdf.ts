// Looks into PDF files with poppler's programs (Debian: poppler-utils); tests that need them are skipped where they are missing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from './programs.ts'

/** Why the tests are skipped; false: they run. */
export const withoutPoppler: string | false = needs('pdftotext', 'pdfinfo', 'pdftoppm', 'pdfdetach')

function run(program: string, content: Uint8Array, args: (file: string, folder: string) => string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pdf-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, content)
    const { status, stdout, stderr } = spawnSync(program, args(file, folder), { maxBuffer: 256 * 2 ** 20 })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The text of a page, or of all, as it is laid out; spaces between columns become one. */
export const pdfText = (content: Uint8Array, page?: number): string =>
  run('pdftotext', content, (file) => [
    '-layout',
    ...(page === undefined ? [] : ['-f', `${page}`, '-l', `${page}`]),
    file,
    '-',
  ])
    .toString()
    .replace(/ +/g, ' ')

/** The files within a PDF file, by name. */
export function pdfAttachments(content: Uint8Array): Record<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pdf-'))
  try {
    run('pdfdetach', content, (file) => ['-saveall', '-o', folder, file])
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pages, title, language, whether it is tagged. */
export function pdfFacts(content: Uint8Array): Record<string, string> {
  const lines = run('pdfinfo', content, (file) => [file])
    .toString()
    .split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => line.includes(':'))
      .map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1).trim()]),
  )
}

/** The tree of structure elements, with their texts and attributes. */
export const pdfStructure = (content: Uint8Array): string =>
  run('pdfinfo', content, (file) => ['-struct-text', file]).toString()

/** A page as pixels (RGBA). */
export function pdfPicture(content: Uint8Array, page: number, dpi: number) {
  const ppm = run('pdftoppm', content, (file) => ['-r', `${dpi}`, '-f', `${page}`, '-l', `${page}`, file])
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1'))!
  const [width, height] = [Number(head[1]), Number(head[2])]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let pixel = 0, at = head[0].length; pixel < width * height; pixel++, at += 3)
    data.set(ppm.subarray(at, at + 3), pixel * 4)
  return { width, height, data }
}

/** A page as a PNG file. */
export const pdfPng = (content: Uint8Array, page: number, dpi: number): Buffer =>
  run('pdftoppm', content, (file) => ['-png', '-r', `${dpi}`, '-f', `${page}`, '-l', `${page}`, file])
