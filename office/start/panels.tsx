// Figures with a link to their list, and panels with a heading.
import { Box, ButtonBase, Card, CardContent, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useFormat } from '../shell/language/format.ts'
import { tabular } from '../shell/theme/tokens.ts'

interface KeyFigureProps {
  label: string
  value: number
  to: string
  /** A second line. */
  note?: string
  /** The list that the second line links to. */
  noteTo?: string
  isUrgent?: boolean
}

export function KeyFigure({ label, value, to, note = '', noteTo, isUrgent = false }: KeyFigureProps) {
  const format = useFormat()
  const secondLineStyle = {
    display: 'block',
    minHeight: '1.5em',
    color: note && isUrgent ? 'error.main' : 'text.secondary',
  }
  const isLink = note !== '' && noteTo !== undefined
  return (
    <Card component="li" sx={{ listStyle: 'none', flex: '1 1 160px' }}>
      <ButtonBase
        component={Link}
        to={to}
        sx={{
          width: '100%',
          justifyContent: 'flex-start',
          textAlign: 'left',
          px: 2,
          pt: 1.25,
          pb: isLink ? 0 : 1.25,
        }}
      >
        <Box>
          <Typography color="text.secondary" component="div">
            {label}
          </Typography>
          <Typography
            component="div"
            sx={{ fontSize: 'h1.fontSize', fontWeight: 600, lineHeight: 1.2, ...tabular }}
          >
            {format.number(value)}
          </Typography>
          {!isLink && (
            <Typography variant="caption" component="div" sx={secondLineStyle}>
              {note}
            </Typography>
          )}
        </Box>
      </ButtonBase>
      {isLink && (
        <MuiLink component={Link} to={noteTo} variant="caption" sx={{ ...secondLineStyle, px: 2, pb: 1.25 }}>
          {note}
        </MuiLink>
      )}
    </Card>
  )
}

interface PanelProps {
  title: string
  id: string
  children: ReactNode
  /** The list of all records. */
  to?: string | undefined
}

export function Panel({ title, id, to, children }: PanelProps) {
  const translate = useTranslate()
  return (
    <Card component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        <Stack direction="row" sx={{ alignItems: 'baseline', justifyContent: 'space-between', mb: 1 }}>
          <Typography variant="h3" component="h2" id={id}>
            {title}
          </Typography>
          {to && (
            <MuiLink component={Link} to={to} aria-label={translate('start.allOf', { title })}>
              {translate('start.all')}
            </MuiLink>
          )}
        </Stack>
        {children}
      </CardContent>
    </Card>
  )
}

export const EmptyText = ({ children }: { children: ReactNode }) => (
  <Typography color="text.secondary" sx={{ py: 1 }}>
    {children}
  </Typography>
)
