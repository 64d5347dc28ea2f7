// The fonts of documents: Inter, with Latin, Greek and Cyrillic letters. The files are read once for each process.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const load = (style: string): Buffer =>
  readFileSync(resolve(`@expo-google-fonts/inter/${style}/Inter_${style}.ttf`))

export type Weight = 'regular' | 'bold'

let fonts: Record<Weight, Buffer> | undefined

/** The font files by weight. */
export function fontFiles(): Record<Weight, Buffer> {
  fonts ??= { regular: load('400Regular'), bold: load('700Bold') }
  return fonts
}
