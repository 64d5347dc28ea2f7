// A page for those who have the right; others are told, and nothing of it is loaded.
import type { ReactNode } from 'react'
import { NotAllowedPage } from './message-page.tsx'
import type { Right } from './part.ts'
import { useMay } from './session.ts'

export function Guarded({ right, children }: { right: Right | undefined; children: ReactNode }) {
  return useMay(right) ? children : <NotAllowedPage />
}
