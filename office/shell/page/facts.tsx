// The facts of a record: names with their values, as many beside each other as fit.
import { Box, Link, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'

export const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gap: '12px 24px',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))',
    }}
  >
    {children}
  </Box>
)

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {translate(label)}
      </Typography>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  )
}

/** A text; without one, that there is none. */
export function TextFact({ label, text }: { label: string; text: string }) {
  const translate = useTranslate()
  return <Fact label={label}>{text || translate('shell.page.none')}</Fact>
}

const target = { display: 'inline-block', lineHeight: '24px' }

/** A target of at least 24 pixels. */
export const RecordLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} underline="always" to={to} sx={target}>
    {children}
  </Link>
)

/** The field is free text: only what looks like a web address becomes a link. */
const toWebsiteUrl = (text: string): string | undefined =>
  /^https?:\/\//i.test(text) ? text : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : undefined

/** The address of a website on one line, as a link if it is one. */
export function WebsiteLink({ address }: { address: string }) {
  const url = toWebsiteUrl(address)
  if (!url) return address
  return (
    <Link
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      underline="always"
      noWrap
      title={address}
      sx={{ ...target, display: 'block' }}
    >
      {address.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
    </Link>
  )
}

/** Shows a place on a map. */
export function MapLink({ place }: { place: string }) {
  const translate = useTranslate()
  return (
    <Link
      href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`}
      target="_blank"
      rel="noopener noreferrer"
      underline="always"
      variant="body2"
      sx={target}
    >
      {translate('shell.page.map')}
    </Link>
  )
}
