// The rule by which an attachment whose name is taken gets another (decision 7.4).

const maxBytes = 255
// Anything longer behind a dot is part of a sentence, not an extension.
const maxExtensionBytes = 32

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The name itself where it is free, else with ` (2)`, ` (3)`, … before its extension, in at most 255 bytes of UTF-8. */
export function uniqueFileName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const { stem, extension } = split(wanted)
  for (let number = 2; ; number++) {
    const ending = ` (${number})${extension}`
    const name = truncate(stem, maxBytes - Buffer.byteLength(ending)) + ending
    if (!taken.has(name)) return name
  }
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot)
  if (dot <= 0 || Buffer.byteLength(extension) > maxExtensionBytes) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension }
}

/** The first whole characters of a text that fit into a number of bytes. */
function truncate(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let end = 0
  let used = 0
  for (const { segment } of characters.segment(text)) {
    used += Buffer.byteLength(segment)
    if (used > bytes) break
    end += segment.length
  }
  return text.slice(0, end)
}
