import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { timelineKinds } from '../../../server/contacts/timeline-kinds.ts'
import type { Answer } from '../../shell/api/endpoints.ts'
import { ChangeEntry } from '../../shell/history/change-entry.tsx'
import { useFormat } from '../../shell/language/format.ts'

export type TimelineEntry = Answer<'GET', '/contacts/{contactId}/timeline'>

/** The page of the entry's record. */
const recordPath = ({ kind, recordId, dateId }: TimelineEntry): string | undefined => {
  const { page, isAboutDate } = timelineKinds[kind]
  if (page) return `/${page}/${recordId}`
  return isAboutDate && dateId > 0 ? `/dates/${dateId}` : undefined
}

export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const translate = useTranslate()
  const format = useFormat()
  const path = recordPath(entry)
  const { kind, at, actorName, title, text, status } = entry
  const { names, statusTexts, isAboutDate } = timelineKinds[kind]
  const name = translate(names && status !== '' ? `${names}.${status}` : `contacts.timeline.one.${kind}`)
  const statusText = statusTexts ? translate(`${statusTexts}.${status}`, { _: status }) : ''
  const shownStatus = entry.isOff ? translate('bookings.statusOff', { status: statusText }) : statusText
  return (
    <Box
      component="li"
      sx={{ borderLeft: 3, borderColor: entry.changes.length > 0 ? 'divider' : 'primary.main', pl: 1.5 }}
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
          {isAboutDate ? format.longDate(text) : text.trim()}
        </Typography>
      )}
      {entry.changes.length > 0 && (
        <Stack component="ul" spacing={0.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {entry.changes.map((change) => (
            <ChangeEntry key={change.id} change={change} subject="contact" />
          ))}
        </Stack>
      )}
    </Box>
  )
}
