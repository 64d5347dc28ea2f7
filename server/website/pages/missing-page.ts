// The page that says that there is no such page.
import { missingView } from '../../../website/layout.ts'
import { textsOf } from '../../../website/texts.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { pageHeaders, renderPage as renderPlainPage } from '../../platform/pages/page-html.ts'
import type { FreshPage, WebsitePageRequest } from '../../platform/pages/website-pages.ts'
import { listPath, openContext, type PageContext, renderWebsitePage } from './page-frame.ts'

/** @param context undefined: the pages are off */
export function missingPage(context: PageContext | undefined, { language }: WebsitePageRequest): FreshPage {
  if (context)
    return { status: 404, ...renderWebsitePage(context, missingView(context.texts, context.link(listPath))) }
  const { notFound, notFoundText } = textsOf(language, 'formal')
  const page = { status: 404, title: notFound, paragraphs: [notFoundText] }
  return { status: 404, html: renderPlainPage(page, language), headers: pageHeaders }
}

/** For an address that nothing is at. */
export const unknownAddress =
  (instance: Instance) =>
  async (request: WebsitePageRequest): Promise<FreshPage> =>
    missingPage(await openContext(instance, request), request)
