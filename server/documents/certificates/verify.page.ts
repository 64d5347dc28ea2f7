// The page that checks certificates. It holds the keys and the list of withdrawn ones, so that checking asks no server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../platform/ground/language.ts'
import type { PublicFile } from '../../platform/pages/public-files.ts'
import type { PublicPage } from '../../platform/pages/public-pages.ts'
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

const texts: Record<Language, { title: string; withoutScript: string }> = {
  de: { title: 'Teilnahmebescheinigung prüfen', withoutScript: 'Diese Seite braucht JavaScript.' },
  en: { title: 'Check a certificate of attendance', withoutScript: 'This page needs JavaScript.' },
}

export const verifyPage: PublicPage = {
  path: '/verify',
  async show({ db, secrets, now, settings, language }) {
    const { title, withoutScript } = texts[language]
    const page = { status: 200, title, paragraphs: [] }
    parts ??= loadParts()
    if (!parts) return { ...page, paragraphs: ['Run “npm run build” first.'] }
    const data = {
      keys: await loadVerificationKeys(db, settings.timeZone),
      lists: await loadWithdrawnLists(db, secrets, now, settings.timeZone),
      listAddress: `${verifyAddress(settings)}/withdrawn.json`,
    }
    return { ...page, program: { ...parts, data, withoutScript } }
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
