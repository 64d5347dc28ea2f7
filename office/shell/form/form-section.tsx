// The layout of long forms.
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'

/** As many fields beside each other as fit. */
export const FieldGrid = ({ children, min = 160 }: { children: ReactNode; min?: number }) => (
  <Box
    sx={{
      display: 'grid',
      gap: '0 12px',
      width: '100%',
      gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${min}px), 1fr))`,
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
)

/** A few fields in one line, if there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, width: '100%', '& > *': { flex: '1 1 180px' } }}
  >
    {children}
  </Box>
)

interface SectionProps {
  title: string
  help?: string
  /** The list or text that the section edits: empty, it is folded at first. */
  list?: string
  children: ReactNode
}

/** A section with a heading. */
export function Section({ list, ...section }: SectionProps) {
  return list ? <FoldedSection list={list} {...section} /> : <OpenSection {...section} />
}

const margins = { width: '100%', mt: 1, mb: 2 }

function OpenSection({ title, children, ...props }: Omit<SectionProps, 'list'>) {
  const translate = useTranslate()
  return (
    <Box component="section" aria-label={translate(title)} sx={margins}>
      <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
        {translate(title)}
      </Typography>
      <Help {...props} />
      {children}
    </Box>
  )
}

function FoldedSection({ title, list, children, ...props }: SectionProps & { list: string }) {
  const translate = useTranslate()
  const rows = useRecordContext()?.[list]
  const { errors } = useFormState({ name: list })
  const details = useRef<HTMLDetailsElement>(null)
  const hasErrors = list in errors
  useEffect(() => {
    if (hasErrors && details.current) details.current.open = true
  }, [hasErrors])
  const isEmpty = rows === '' || (Array.isArray(rows) && rows.length === 0)
  return (
    <Box component="details" ref={details} open={!isEmpty} sx={margins}>
      <Box component="summary" sx={{ cursor: 'pointer', mb: 0.5 }}>
        <Typography variant="h3" component="h2" sx={{ display: 'inline' }}>
          {translate(title)}
        </Typography>
      </Box>
      <section aria-label={translate(title)}>
        <Help {...props} />
        {children}
      </section>
    </Box>
  )
}

function Help({ help }: Pick<SectionProps, 'help'>) {
  const translate = useTranslate()
  if (!help) return null
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 1, maxWidth: '70ch' }}>
      {translate(help)}
    </Typography>
  )
}
