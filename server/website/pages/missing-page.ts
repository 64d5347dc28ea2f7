// The page that says that there is no such page.
import { missingView } from '../../../website/layout.ts'
import { textsOf } from '../../../website/texts.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import type { FreshPage, WebsitePageRequest } from '../../platform/pages/website-pages.ts'
import { openContext, type PageContext, renderWebsitePage, textPages } from './page-frame.ts'
import { listPath } from './page-paths.ts'

/** @param context undefined: the pages are off */
export async function missingPage(
  instance: Instance,
  context: PageContext | undefined,
  request: WebsitePageRequest,
): Promise<FreshPage> {
  if (context)
    return { status: 404, ...renderWebsitePage(context, missingView(context.texts, context.link(listPath))) }
  const { notFound, notFoundText } = textsOf(request.language, 'formal')
  const page = { status: 404, title: notFound, paragraphs: [notFoundText] }
  return { status: 404, ...(await textPages(instance)(page, request)) }
}

/** For an address that nothing is at. */
export const unknownAddress =
  (instance: Instance) =>
  async (request: WebsitePageRequest): Promise<FreshPage> =>
    missingPage(instance, await openContext(instance, request), request)
