// Which attachments have a preview: bitmap images, PDF and text. HTML and SVG can contain scripts, so they have none.
import { extname } from 'node:path'

const images: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.avif': 'image/avif',
}
const texts = new Set(['.txt', '.csv', '.md', '.log', '.ics', '.vcf', '.json', '.xml', '.eml', '.tsv'])

/** The preview of a longer text is cut. */
export const previewTextBytes = 256 * 1024

export const previewTypeOf = (filename: string): '' | 'image' | 'pdf' | 'text' => {
  const extension = extname(filename).toLowerCase()
  if (images[extension]) return 'image'
  if (extension === '.pdf') return 'pdf'
  return texts.has(extension) ? 'text' : ''
}

export const imageType = (filename: string): string => images[extname(filename).toLowerCase()]!

/** Decodes a text of unknown encoding: UTF-16 if it has a byte order mark, UTF-8 if it is valid, else Windows-1252. */
export function decodePreview(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    // `stream`: the last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
