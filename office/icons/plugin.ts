// Makes the modules that the back office and react-admin import from @mui/icons-material of the same glyphs in @iconify-json/ic
// (Google's Material Icons), because that package has 174 MB.
import icons from '@iconify-json/ic/icons.json' with { type: 'json' }
import type { Plugin } from 'vite'

const imported = '@mui/icons-material/'
const generated = '\0icon:'

const styles: Record<string, string> = {
  Outlined: 'outline',
  Rounded: 'round',
  Sharp: 'sharp',
  TwoTone: 'twotone',
}

/** `StickyNote2Outlined` is `outline-sticky-note-2`. */
function glyphName(name: string): string {
  const [, words = '', style = ''] = /^(.*?)(Outlined|Rounded|Sharp|TwoTone)?$/.exec(name) ?? []
  const separate = words
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .replace(/([0-9])([A-Z])/g, '$1-$2')
  return `${styles[style] ?? 'baseline'}-${separate.toLowerCase()}`
}

type Glyphs = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }
const glyphs: Glyphs = icons

/** The content of the SVG of an icon. @throws Error if there is no such icon, which fails the build */
export function glyph(name: string): string {
  const key = glyphName(name)
  const body = glyphs.icons[glyphs.aliases[key]?.parent ?? key]?.body
  if (body === undefined) throw new Error(`there is no icon ${name} (${key} in @iconify-json/ic)`)
  return body
}

export const iconsPlugin = (): Plugin => ({
  name: 'icons',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(imported) ? generated + id.slice(imported.length) : null),
  load: (id) => {
    if (!id.startsWith(generated)) return null
    const name = id.slice(generated.length)
    return `import { createElement } from 'react'
import { createSvgIcon } from '@mui/material/SvgIcon'
const content = { dangerouslySetInnerHTML: { __html: ${JSON.stringify(glyph(name))} } }
export default /* @__PURE__ */ createSvgIcon(/* @__PURE__ */ createElement('g', content), ${JSON.stringify(name)})`
  },
})
