// GET /fonts/{name}: the font of the pages for visitors that no device brings. tools/website-font.ts makes its files.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { PublicFile } from '../../platform/pages/public-files.ts'

const folder = join(import.meta.dirname, '../../../website/fonts')
const files = new Map(
  (['regular', 'bold'] as const).map((style) => {
    const name = `inter-${style}.woff2`
    const content = readFileSync(join(folder, name))
    const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
    return [name, { content, weight: style === 'bold' ? '600 800' : '400', version }]
  }),
)

/** `@font-face` of the font. A page that it would let wait is shown without it; the next one has it. */
export const fontFaces = [...files]
  .map(
    ([name, { weight, version }]) =>
      `@font-face{font-family:Inter;font-weight:${weight};font-display:optional;src:url(/fonts/${name}?version=${version}) format("woff2")}`,
  )
  .join('\n')

export const fontFile: PublicFile = {
  path: '/fonts/{name}',
  async read({ params }) {
    const file = files.get(params['name']!)
    if (!file) throw notFound(generalErrors.noPath())
    return {
      content: file.content,
      headers: { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' },
    }
  },
}
