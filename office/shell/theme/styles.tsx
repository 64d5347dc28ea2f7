// Style elements get the nonce of the page, so that the Content-Security-Policy needs no 'unsafe-inline'.
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'

/** The nonce of the page; undefined on the development server. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

const cache = createCache({ key: 'kontor', prepend: true, ...(nonce ? { nonce } : {}) })

export const Styles = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={cache}>{children}</CacheProvider>
)
