// GET /logo/{version}: the logo of a client's pages.
import { sql } from 'kysely'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { PublicFile } from '../../platform/pages/public-files.ts'
import { toLogo } from './client-frame.sql.ts'

export const logoPath = (version: string): string => `/logo/${version}`

export const logoFile: PublicFile = {
  path: logoPath('{version}'),
  async read({ db, params }) {
    const { rows } = await sql<{ logo: Buffer }>`
      select logo from letterhead where left(encode(sha256(logo), 'hex'), 16) = ${params['version']!} limit 1`.execute(
      db,
    )
    if (!rows[0]) throw notFound(generalErrors.noPath())
    const { bytes, mediaType } = toLogo(rows[0].logo)
    return {
      content: bytes,
      headers: { 'content-type': mediaType, 'cache-control': 'public, max-age=31536000, immutable' },
    }
  },
}
