// The pages for visitors are on, and the law asks for more: the notice of the start page.
import { useTranslate } from 'ra-core'
import type { Answer } from '../shell/api/endpoints.ts'
import { LinkAlert } from '../shell/page/link-alert.tsx'

export function MissingLegalItems({
  items,
}: {
  items: readonly Answer<'GET', '/website-readiness'>['item'][]
}) {
  const translate = useTranslate()
  const names = items.map((item) => translate(`website.ready.items.${item}`)).join(', ')
  return (
    <LinkAlert
      text="website.ready.warning"
      show="website.ready.open"
      params={{ items: names }}
      to="/website-pages"
    />
  )
}
