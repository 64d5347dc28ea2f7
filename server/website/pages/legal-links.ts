// Imprint, privacy policy and accessibility statement, for pages by a link: also where the pages of the catalogue are off.
import { textsOf } from '../../../website/texts.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import type { FooterOf } from '../../platform/pages/public-pages.ts'
import { pagesSettingsOf } from './pages-settings-cache.ts'

export const legalLinks = (instance: Instance): FooterOf => {
  const settings = pagesSettingsOf(instance)
  return async (language) => {
    const { imprintUrl, privacyUrl, accessibilityUrl } = await settings.legal()
    const { imprint, privacy, accessibility } = textsOf(language, 'formal')
    return [
      { label: imprint, href: imprintUrl },
      { label: privacy, href: privacyUrl },
      { label: accessibility, href: accessibilityUrl },
    ].filter(({ href }) => href !== '')
  }
}
