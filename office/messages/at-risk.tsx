// Messages of the coming weeks that lack something, on the start page.
import { Box, Card, CardContent, Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import { useFormat } from '../shell/language/format.ts'

const pollMs = 300_000

/** Nothing, if no message lacks anything. */
export function MessagesAtRisk() {
  const translate = useTranslate()
  const format = useFormat()
  const { data = [] } = useQuery({
    queryKey: ['messages', 'at-risk'],
    queryFn: () => api('GET', '/messages/at-risk'),
    refetchInterval: pollMs,
  })
  if (data.length === 0) return null
  return (
    <Card component="section" aria-labelledby="messages-at-risk">
      <CardContent>
        <Typography variant="h2" id="messages-at-risk" gutterBottom>
          {translate('messages.atRisk.title')}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {data.map(({ dateId, title, startDate, cause, offsetDays, dueAt, lacks, people }) => (
            <Box component="li" key={`${dateId} ${cause} ${offsetDays}`} sx={{ py: 0.5 }}>
              <Link component={RouterLink} to={`/dates/${dateId}`}>
                {`${title} · ${format.date(startDate)}`}
              </Link>
              <Typography variant="body2" color="textSecondary">
                {[
                  `${translate(`messages.cause.${cause}`)} ${translate('messages.atRisk.due', { moment: format.dateTime(dueAt) })}`,
                  ...lacks.map((lack) => translate(`messages.lack.${lack}`)),
                  ...people
                    .filter(({ lack }) => lack === 'address')
                    .map(({ name }) => `${name}: ${translate('messages.lack.address')}`),
                ].join(' · ')}
              </Typography>
            </Box>
          ))}
        </Box>
      </CardContent>
    </Card>
  )
}
