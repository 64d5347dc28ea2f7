// A page for those who have the right; others are told, and nothing of it is loaded.
import type { ReactNode } from 'react'
import { useHasRight } from '../api/session.ts'
import { NotAllowedPage } from './message-page.tsx'
import type { Right } from './section.ts'

export function Guarded({ right, children }: { right: Right | undefined; children: ReactNode }) {
  return useHasRight(right) ? children : <NotAllowedPage />
}
