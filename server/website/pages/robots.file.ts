// GET /robots.txt. Pages by a personal link are not named: they say themselves that they are not to be listed.
import type { PublicFile } from '../../platform/pages/public-files.ts'
import { sitemapPath } from './page-paths.ts'
import { loadPagesSettings } from './pages-settings.sql.ts'

/** The widget of other websites reads /public/v1. */
const closedPaths = ['/office', '/restapi/', '/integration/', '/book/']

export const robotsFile: PublicFile = {
  path: '/robots.txt',
  async read({ db, settings: { publicUrl } }) {
    const areOn = (await loadPagesSettings(db)) !== undefined
    const lines = [
      'User-agent: *',
      ...closedPaths.map((path) => `Disallow: ${path}`),
      ...(areOn && publicUrl !== '' ? ['', `Sitemap: ${publicUrl}${sitemapPath}`] : []),
    ]
    return {
      content: `${lines.join('\n')}\n`,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    }
  },
}
