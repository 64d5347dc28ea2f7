// The settings of a key in words.
import { useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'

export function useKeySettings({ isSecret, origins, catalogueNames, hidesSeats }: RowOf<'website-keys'>) {
  const translate = useTranslate()
  return {
    kind: translate(isSecret ? 'website.key.secret' : 'website.key.publishable'),
    origins: isSecret
      ? translate('website.key.noBrowser')
      : origins.join(', ') || translate('website.key.anyOrigin'),
    catalogues: catalogueNames.join(', ') || translate('website.key.allCatalogues'),
    seats: translate(hidesSeats ? 'website.key.seatsHidden' : 'website.key.seatsShown'),
  }
}
