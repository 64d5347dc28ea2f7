// The results of feedback on the page of a date, an event or a trainer.
import DownloadIcon from '@mui/icons-material/Download'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useLocaleState } from 'react-admin'
import { Link } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api, apiPath, saveFile } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { PagePart } from '../shell/page/page-layout.tsx'
import { QuestionResults } from './question-results.tsx'

/** Whose feedback. */
export type FeedbackOf =
  | { path: '/dates/{id}/feedback'; id: number; eventId: number }
  | { path: '/events/{id}/feedback'; id: number; eventId: number }
  | { path: '/trainers/{id}/feedback'; id: number; eventId?: undefined }

const formats = ['csv', 'xlsx'] as const

function exportPath(
  { path, id }: FeedbackOf,
  query: { format: (typeof formats)[number]; language: 'de' | 'en' },
) {
  const input = { params: { id }, query }
  switch (path) {
    case '/dates/{id}/feedback':
      return apiPath('/dates/{id}/feedback/export', input)
    case '/events/{id}/feedback':
      return apiPath('/events/{id}/feedback/export', input)
    default:
      return apiPath('/trainers/{id}/feedback/export', input)
  }
}

function ExportButtons({ of }: { of: FeedbackOf }) {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const language = locale === 'en' ? ('en' as const) : ('de' as const)
  const { run, busy } = useAction((format: (typeof formats)[number]) =>
    saveFile(exportPath(of, { format, language }), `${translate('feedback.title')}.${format}`),
  )
  return formats.map((format) => (
    <Button
      key={format}
      size="small"
      startIcon={<DownloadIcon />}
      disabled={busy}
      onClick={() => void run(format)}
    >
      {translate('feedback.export', { format: format.toUpperCase() })}
    </Button>
  ))
}

export function FeedbackPart({ of }: { of: FeedbackOf }) {
  const translate = useTranslate()
  const seesBookings = useHasRight('booking:access')
  const mayEdit = useHasRight('catalogue:edit')
  const mayExport = useHasRight('export')
  const { path, id, eventId } = of
  const { data, error } = useQuery({
    queryKey: ['feedback', path, id],
    queryFn: async () => (await api('GET', path, { params: { id } }))[0],
    enabled: seesBookings,
    staleTime: 0,
  })
  if (!seesBookings || (!data && !error)) return null
  if (data && data.invitedCount === 0 && data.responseCount === 0 && path !== '/events/{id}/feedback')
    return null
  return (
    <PagePart
      title="feedback.title"
      actions={
        <>
          {mayExport && data && data.questions.length > 0 && <ExportButtons of={of} />}
          {mayEdit && eventId !== undefined && (
            <Button size="small" component={Link} to={`/feedback-questions/${eventId}`}>
              {translate('feedback.edit')}
            </Button>
          )}
        </>
      }
    >
      {error && <Typography color="error">{error.message}</Typography>}
      {data && (
        <Stack spacing={2}>
          <Typography color="text.secondary">
            {data.responseCount === 0
              ? translate('feedback.none')
              : translate('feedback.counts', {
                  responses: data.responseCount,
                  invited: Math.max(data.invitedCount, data.responseCount),
                })}
          </Typography>
          {data.hiddenDateCount > 0 && (
            <Typography color="text.secondary">
              {translate('feedback.hidden', { smart_count: data.hiddenDateCount })}
            </Typography>
          )}
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
            }}
          >
            {data.questions.map((question) => (
              <QuestionResults key={question.id} question={question} />
            ))}
          </Box>
        </Stack>
      )}
    </PagePart>
  )
}
