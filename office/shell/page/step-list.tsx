// Next steps, each with the button that does it.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { RecordRow, RecordRows } from './record-rows.tsx'

export interface Step {
  key: string
  text: string
  action?: ReactNode
}

export function StepList({ steps }: { steps: readonly Step[] }) {
  const translate = useTranslate()
  const title = translate('shell.page.nextSteps')
  if (steps.length === 0) return null
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <RecordRows label={title}>
        {steps.map(({ key, text, action }) => (
          <RecordRow key={key} title={text}>
            {action}
          </RecordRow>
        ))}
      </RecordRows>
    </Box>
  )
}
