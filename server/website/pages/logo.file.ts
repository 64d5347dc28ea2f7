// GET /logo: the logo of the pages for visitors.
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { PublicFile } from '../../platform/pages/public-files.ts'
import { loadPagesSettings } from './pages-settings.sql.ts'

/** Pages add its version. */
export const logoPath = '/logo'

export const logoFile: PublicFile = {
  path: logoPath,
  async read({ db }) {
    const logo = (await loadPagesSettings(db))?.logo
    if (!logo) throw notFound(generalErrors.noPath())
    return {
      content: logo.bytes,
      headers: { 'content-type': logo.mediaType, 'cache-control': 'public, max-age=31536000, immutable' },
    }
  },
}
