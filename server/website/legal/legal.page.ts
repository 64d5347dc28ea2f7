// /legal/{kind}: imprint, privacy policy and accessibility statement of a provider that has no address of its own for them.
import { textsOf } from '../../../website/texts.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { PublicPage } from '../../platform/pages/public-pages.ts'
import { loadClientFrame } from '../pages/client-frame.sql.ts'
import { legalKinds, legalPath, loadLegalText } from './legal-pages.ts'

export const legalPage: PublicPage = {
  path: legalPath('{kind}'),
  // That of an unknown client is that of the pages.
  clientOf: async ({ db, query }) => (await loadClientFrame(db, wantedClient(query))).clientId,
  async show({ db, params, query, language }) {
    const kind = legalKinds.find((one) => one === params['kind'])
    const { clientId } = await loadClientFrame(db, wantedClient(query))
    const text = kind && (await loadLegalText(db, { clientId, kind, language }))
    if (!text) throw notFound(generalErrors.noPath())
    return { status: 200, title: textsOf(language, 'formal')[kind], paragraphs: [], html: text.html }
  },
}

/** The parameter `client` of the address; undefined: none that can be an id. */
const wantedClient = (query: URLSearchParams): number | undefined =>
  /^[1-9]\d{0,8}$/.test(query.get('client') ?? '') ? Number(query.get('client')) : undefined
