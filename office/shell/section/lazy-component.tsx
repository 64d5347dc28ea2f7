// A page or a part that is loaded when it is first shown.
import { type ComponentType, lazy } from 'react'
import { addTexts } from '../language/i18n.ts'
import type { Texts } from '../language/texts.ts'

/**
 * `lazyComponent(async () => (await import('./x-page.tsx')).XPage)`
 * @param loadTexts texts that only this component needs
 */
// biome-ignore lint/suspicious/noExplicitAny: pages have all kinds of properties.
export const lazyComponent = <P extends ComponentType<any>>(
  load: () => Promise<P>,
  ...loadTexts: readonly (() => Promise<Texts>)[]
) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), ...loadTexts.map((one) => one().then(addTexts))])
    return { default: component }
  })
