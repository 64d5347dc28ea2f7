// GET /: leads visitors to the list of dates, and staff to the office.
import type { WebsitePage } from '../../platform/pages/website-pages.ts'
import { listPath } from './page-paths.ts'
import type { startPages } from './pages-settings.sql.ts'
import { pagesSettingsOf } from './pages-settings-cache.ts'

const officePath = '/office/'

const paths: Record<(typeof startPages)[number], string> = { dates: listPath, office: officePath }

export const rootPage: WebsitePage = {
  path: '/',
  open: (instance) => ({
    async show({ query }) {
      const settings = await pagesSettingsOf(instance).get()
      const path = settings ? paths[settings.startPage] : officePath
      // Links of campaigns may name the host alone.
      return { redirect: query.size > 0 ? `${path}?${query}` : path }
    },
  }),
}
