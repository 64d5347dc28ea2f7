// A page that requires a right; without it, a message is shown and the page is not loaded.
import type { ReactNode } from 'react'
import type { RequiredRight } from '../shell/api/session.ts'
import { useHasRight } from '../shell/api/session.ts'
import { NotAllowedPage } from '../shell/page/message-page.tsx'

export function Guarded({ right, children }: { right: RequiredRight | undefined; children: ReactNode }) {
  return useHasRight(right) ? children : <NotAllowedPage />
}
