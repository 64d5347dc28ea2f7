// A page that is loaded when it is first opened.
import { type ComponentType, lazy } from 'react'

/** `lazily(async () => (await import('./x-page.tsx')).XPage)` */
// biome-ignore lint/suspicious/noExplicitAny: pages have all kinds of properties.
export const lazyComponent = <P extends ComponentType<any>>(load: () => Promise<P>) =>
  lazy(async () => ({ default: await load() }))
