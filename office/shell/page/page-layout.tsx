// The layout of a record's page: its parts in cards, the main ones and, where there is room, others beside them.
import { Box, Card, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { Loading } from 'react-admin'
import { ChangesPanel } from '../history/changes-panel.tsx'

interface ColumnsProps {
  children: ReactNode
  aside: ReactNode
  /** The parts beside the main ones need room. */
  isAsideWide?: boolean
}

export const PageColumns = ({ children, aside, isAsideWide = false }: ColumnsProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1.5,
      alignItems: 'start',
      gridTemplateColumns: 'minmax(0, 1fr)',
      [`@media (min-width: ${isAsideWide ? 1000 : 1400}px)`]: {
        gridTemplateColumns: isAsideWide ? 'minmax(0, 7fr) minmax(0, 5fr)' : 'minmax(0, 1fr) 340px',
      },
    }}
  >
    <Stack spacing={1.5} sx={{ minWidth: 0 }}>
      {children}
    </Stack>
    <Stack spacing={1.5} sx={{ minWidth: 0 }}>
      {aside}
    </Stack>
  </Box>
)

interface PartProps {
  title: string
  /** Beside the title. */
  count?: number
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function PagePart({ title, count, actions, children }: PartProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, mb: 1 }}
      >
        <Typography variant="h3" component="h2" id={id}>
          {translate(title)}
          {count !== undefined && count > 0 && ` (${count})`}
        </Typography>
        {actions && (
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Card>
  )
}

/** Content that is folded at first, and loaded when it is opened. */
export function FoldedContent({ title, children }: { title: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Typography component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
        {title}
      </Typography>
      {open && <Suspense fallback={<Loading />}>{children}</Suspense>}
    </details>
  )
}

/** A part of the page that is folded at first, and loads its content when it is opened. */
export function FoldedPart({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <Card sx={{ p: 2 }}>
      <FoldedContent
        title={
          <Typography component="span" variant="h3">
            {translate(title)}
          </Typography>
        }
      >
        {children}
      </FoldedContent>
    </Card>
  )
}

type ChangesProps = Parameters<typeof ChangesPanel>[0]

export const ChangesPart = (props: ChangesProps) => (
  <PagePart title="shell.page.changes">
    <ChangesPanel {...props} />
  </PagePart>
)
