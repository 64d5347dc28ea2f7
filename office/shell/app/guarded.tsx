// A page that requires a right; without it, a message is shown and the page is not loaded.
import type { ReactNode } from 'react'
import { useHasRight } from '../api/session.ts'
import { NotAllowedPage } from './message-page.tsx'
import type { Right } from './section.ts'

export function Guarded({ right, children }: { right: Right | undefined; children: ReactNode }) {
  return useHasRight(right) ? children : <NotAllowedPage />
}
