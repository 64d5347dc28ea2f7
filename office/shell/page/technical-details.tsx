// Details for administrators of Kontor or the website: codes, addresses of the interface, JSON.
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { FoldedContent } from './page-layout.tsx'

/** Folded at first. */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  return <FoldedContent title={useTranslate()('shell.page.technical')}>{children}</FoldedContent>
}

/** Names of the interface and the data set. */
export const CodeList = ({ codes }: { codes: readonly { name: string; code: string }[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
    {codes.map(({ name, code }) => (
      <li key={code}>
        {name}: <code>{code}</code>
      </li>
    ))}
  </Box>
)
