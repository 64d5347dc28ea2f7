// GET /favicon.svg and /favicon.ico: the logo of the letterhead if it is nearly square, otherwise the initial of the provider on the
// colour of the letterhead. Browsers take the type from the header, also of the .ico that they ask for by themselves.
import { defaultAccent } from '../../../website/colors.ts'
import { textOn } from '../../../website/contrast.ts'
import { escapeHtml } from '../../platform/ground/escape-html.ts'
import type { PublicFile } from '../../platform/pages/public-files.ts'
import { type ClientFrame, dataUrl } from './client-frame.sql.ts'
import { iconPath } from './page-paths.ts'
import { loadPagesSettings } from './pages-settings.sql.ts'

/** More cannot be made out at 16 pixels. */
const maxRatio = 1.3

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`

/** Of a PNG; JPEG has no transparent ground. */
function isNearlySquare({ bytes, mediaType }: NonNullable<ClientFrame['logo']>): boolean {
  if (mediaType !== 'image/png' || bytes.length < 24) return false
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return Math.max(width, height) <= maxRatio * Math.min(width, height)
}

const initialOf = (name: string): string => /\p{L}|\p{N}/u.exec(name)?.[0].toUpperCase() ?? '·'

/** @param client undefined: the pages are off */
export function drawIcon(client: Pick<ClientFrame, 'provider' | 'accentColor' | 'logo'> | undefined): string {
  const { logo } = client ?? {}
  if (logo && isNearlySquare(logo)) return svg(`<image width="64" height="64" href="${dataUrl(logo)}"/>`)
  const accent = client?.accentColor || defaultAccent
  const initial = escapeHtml(initialOf(client?.provider || 'Kontor'))
  return svg(
    `<rect width="64" height="64" rx="14" fill="${accent}"/><text x="32" y="46" font-family="system-ui,sans-serif" font-size="40" font-weight="700" text-anchor="middle" fill="${textOn(accent)}">${initial}</text>`,
  )
}

const iconFile = (path: string): PublicFile => ({
  path,
  read: async ({ db }) => ({
    content: drawIcon((await loadPagesSettings(db))?.frame),
    headers: {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; img-src data:",
      'cache-control': 'public, max-age=3600',
    },
  }),
})

export const iconFiles: readonly PublicFile[] = [iconFile(iconPath), iconFile('/favicon.ico')]
