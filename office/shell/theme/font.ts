// The font of the office: Inter, from Kontor itself. The browser loads a file when it needs one of its characters.
import latinExtFile from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'
import latinFile from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import ranges from '@fontsource-variable/inter/unicode.json'

const name = 'Inter Variable'

export const fontFamily = `"${name}", system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`

for (const [file, unicodeRange] of [
  [latinFile, ranges.latin],
  [latinExtFile, ranges['latin-ext']],
] as const)
  document.fonts.add(
    new FontFace(name, `url(${file}) format("woff2")`, { weight: '100 900', display: 'swap', unicodeRange }),
  )
