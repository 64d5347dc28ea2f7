// Whether texts can be printed. For certificates it is asked before they get a number.
import { Failure } from '../../platform/ground/errors.ts'
import { runInWorker } from '../../platform/runtime/worker-pool.ts'
import type { documentErrors } from '../document.errors.ts'
import { codeOf, textsOf } from '../layout/texts-of.ts'

const fonts = new URL('../layout/fonts.ts', import.meta.url)
/** Reading fonts of many scripts takes a second, more on a machine that is busy. */
const timeoutMs = 20_000
const maxShownLength = 100

/** No font has a character of a document. Staff have to change the text. */
export class NotPrintable extends Failure {}

/** @throws NotPrintable (409) if no font has a character of the texts */
export async function requirePrintable(
  contents: unknown,
  error: typeof documentErrors.notPrintable | typeof documentErrors.notPrintableLabel,
): Promise<void> {
  const texts = [...new Set(textsOf(contents))]
  const missing = await runInWorker<string[], string[]>(
    { file: fonts, name: 'findMissingCharacters' },
    texts,
    timeoutMs,
  )
  const [first] = missing
  if (first === undefined) return
  const text = texts.find((one) => one.includes(first)) ?? ''
  throw new NotPrintable(
    409,
    error({
      characters: missing
        .slice(0, 10)
        .map((one) => `${one} (${codeOf(one)})`)
        .join(', '),
      text: text.length > maxShownLength ? `${text.slice(0, maxShownLength).toWellFormed()}…` : text,
    }),
  )
}
