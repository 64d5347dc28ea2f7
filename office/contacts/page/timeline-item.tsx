import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { Answer } from '../../shell/api/endpoints.ts'
import { ChangeEntry } from '../../shell/history/change-entry.tsx'
import { useFormat } from '../../shell/language/format.ts'

export type TimelineEntry = Answer<'GET', '/contacts/{contactId}/timeline'>

/** The page of the entry's record. */
const recordPath = ({ kind, recordId, dateId }: TimelineEntry): string | undefined => {
  if (kind === 'mail' || kind === 'task') return `/tasks/${recordId}`
  if (kind === 'lead') return `/leads/${recordId}`
  if (['booking', 'replacement'].includes(kind) && dateId > 0) return `/dates/${dateId}`
  return undefined
}

export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const translate = useTranslate()
  const format = useFormat()
  const path = recordPath(entry)
  const { kind, at, actorName, title, text, status } = entry
  const name =
    kind === 'logbook' && status !== ''
      ? translate(`leads.logbook.${status}`)
      : translate(`contacts.timeline.one.${kind}`)
  const statusText = ['task', 'mail', 'outbox', 'booking', 'consent'].includes(kind)
    ? translate(kind === 'booking' ? `bookings.status.${status}` : `contacts.status.${status}`, {
        _: status,
      })
    : ''
  const shownStatus = entry.isOff ? translate('bookings.statusOff', { status: statusText }) : statusText
  return (
    <Box
      component="li"
      sx={{ borderLeft: 3, borderColor: kind === 'change' ? 'divider' : 'primary.main', pl: 1.5 }}
    >
      <Typography variant="body2" color="text.secondary">
        {[format.dateTime(at), actorName, name, shownStatus].filter(Boolean).join(' · ')}
      </Typography>
      {title && (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {path ? (
            <MuiLink component={Link} to={path}>
              {title}
            </MuiLink>
          ) : (
            title
          )}
        </Typography>
      )}
      {text && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {['booking', 'replacement'].includes(kind) ? format.longDate(text) : text.trim()}
        </Typography>
      )}
      {kind === 'change' && (
        <Stack component="ul" spacing={0.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {entry.changes.map((change) => (
            <ChangeEntry key={change.id} change={change} subject="contact" />
          ))}
        </Stack>
      )}
    </Box>
  )
}
