import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { TimelineEntry } from '../../server/contacts/contact.timeline.office.ts'
import { useFormat } from '../shell/app/format.ts'
import { ChangeEntry } from '../shell/history/change-entry.tsx'
import type { Change } from '../shell/history/conflict.ts'

/** Where an entry's record is shown. */
const recordPath = ({ kind, recordId, dateId }: TimelineEntry): string | undefined => {
  if (kind === 'mail' || kind === 'task') return `/tasks/${recordId}`
  if (kind === 'lead') return `/leads/${recordId}`
  if (kind === 'participation') return `/dates/${dateId}`
  return undefined
}

export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const translate = useTranslate()
  const format = useFormat()
  const path = recordPath(entry)
  const { kind, at, actor, title, text, status } = entry
  const name =
    kind === 'logbook' && status !== ''
      ? translate(`contacts.logbook.${status}`)
      : translate(`contacts.timeline.one.${kind}`)
  const hasState = ['task', 'mail', 'outbox', 'participation', 'consent'].includes(kind)
    ? translate(kind === 'participation' ? `bookings.status.${status}` : `contacts.status.${status}`, {
        _: status,
      })
    : ''
  return (
    <Box
      component="li"
      sx={{ borderLeft: 3, borderColor: kind === 'change' ? 'divider' : 'primary.main', pl: 1.5 }}
    >
      <Typography variant="body2" color="text.secondary">
        {[format.dateTime(at), actor, name, hasState].filter(Boolean).join(' · ')}
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
          {kind === 'participation' ? format.longDate(text) : text.trim()}
        </Typography>
      )}
      {kind === 'change' && (
        <Stack component="ul" spacing={0.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {(entry.changes as Change[]).map((change) => (
            <ChangeEntry key={change.id} change={change} subject="contact" />
          ))}
        </Stack>
      )}
    </Box>
  )
}
