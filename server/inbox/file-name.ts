// Unique names of the attachments of a task (decision 7.4).

const maxBytes = 255
// A longer text after the last dot is not an extension.
const maxExtensionBytes = 32

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The name; if it exists, with ` (2)`, ` (3)`, … before its extension. At most 255 bytes of UTF-8. */
export function uniqueFileName(requestedName: string, existingNames: ReadonlySet<string>): string {
  if (!existingNames.has(requestedName)) return requestedName
  const { stem, extension } = split(requestedName)
  for (let number = 2; ; number++) {
    const ending = ` (${number})${extension}`
    const name = truncate(stem, maxBytes - Buffer.byteLength(ending)) + ending
    if (!existingNames.has(name)) return name
  }
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot)
  if (dot <= 0 || Buffer.byteLength(extension) > maxExtensionBytes) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension }
}

/** Shortens a text to a number of bytes, without cutting a character. */
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
