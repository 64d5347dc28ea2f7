// How an attachment may be shown: pictures of pixels, PDF and text. Whatever could run (HTML, SVG) is only kept.
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

/** Of a longer text only the beginning is shown. */
export const previewTextBytes = 256 * 1024

export const previewOf = (filename: string): '' | 'image' | 'pdf' | 'text' => {
  const extension = extname(filename).toLowerCase()
  if (images[extension]) return 'image'
  if (extension === '.pdf') return 'pdf'
  return texts.has(extension) ? 'text' : ''
}

export const imageType = (filename: string): string => images[extname(filename).toLowerCase()]!

/** Text of an unknown encoding: UTF-8 where it is that, else what Windows writes. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    // `stream`: the end may lie within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
