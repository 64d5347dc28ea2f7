// The page that checks certificates. It holds the keys and the list of withdrawn ones, so that checking asks no server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceHash } from '../../platform/pages/page-html.ts'
import type { PublicFile } from '../../platform/pages/public-files.ts'
import { verifyAddress } from '../documents.ts'
import { loadVerificationKeys, loadWithdrawnLists } from './verification.ts'

const office = join(import.meta.dirname, '../../../office')

/** The built script and the style; undefined: the office is not built. */
function loadParts(): { script: string; style: string } | undefined {
  try {
    return {
      // Nothing in the script may end its element.
      script: readFileSync(join(office, 'dist/verify/verify.js'), 'utf8').replaceAll(
        '</script',
        '<\\/script',
      ),
      style: readFileSync(join(office, 'verify/style.css'), 'utf8').trim(),
    }
  } catch {
    return undefined
  }
}

let parts: ReturnType<typeof loadParts>

/** JSON inside an element of HTML. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const notBuilt =
  '<!doctype html><html lang="en"><title>Kontor</title><p>Run <code>npm run build</code> first.</p></html>'

const html = 'text/html; charset=utf-8'

export const verifyPage: PublicFile = {
  path: '/verify',
  async read({ db, secrets, now, settings }) {
    parts ??= loadParts()
    if (!parts) return { content: notBuilt, headers: { 'content-type': html } }
    const { script, style } = parts
    const data = embedded({
      keys: await loadVerificationKeys(db, settings.timeZone),
      lists: await loadWithdrawnLists(db, secrets, now, settings.timeZone),
      listAddress: `${verifyAddress(settings)}/withdrawn.json`,
    })
    return {
      content: `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Teilnahmebescheinigung prüfen</title><style>${style}</style></head>
<body><main><noscript><p>Diese Seite braucht JavaScript. This page needs JavaScript.</p></noscript></main>
<script type="application/json" id="data">${data}</script>
<script>${script}</script></body></html>
`,
      headers: {
        'content-type': html,
        'content-security-policy': [
          "default-src 'none'",
          `script-src ${sourceHash(script)}`,
          `style-src ${sourceHash(style)}`,
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
        ].join('; '),
      },
    }
  },
}

/** The signed lists alone, for saved pages and programs of others. */
export const withdrawnList: PublicFile = {
  path: '/verify/withdrawn.json',
  read: async ({ db, secrets, now, settings }) => ({
    content: JSON.stringify({
      keys: await loadVerificationKeys(db, settings.timeZone),
      lists: await loadWithdrawnLists(db, secrets, now, settings.timeZone),
    }),
    // A saved page has no origin.
    headers: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
  }),
}
