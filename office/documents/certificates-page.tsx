// The certificates of a date: entitled participants, issued certificates, printing all of them.
import { Alert, Button, Card, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Title } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import type { Language } from '../../server/platform/ground/language.ts'
import { bookingRights } from '../../server/platform/ground/rights.ts'
import { useAction } from '../shell/api/action.ts'
import { api, apiPath } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'
import { CertificateActions } from './certificate-actions.tsx'
import { PdfExportLink, useDocumentLanguage } from './pdf-link.tsx'

type Participant = Answer<'GET', '/dates/{dateId}/certificates'>['participants'][number]

const issueFor = (dateId: number, bookingIds?: number[]) =>
  api('POST', '/dates/{dateId}/certificates', {
    params: { dateId },
    body: bookingIds ? { bookingIds } : {},
  })

const issueOptions = { success: 'documents.certificate.issued', refresh: 'page' } as const

function ParticipantRow({ one, dateId, language }: { one: Participant; dateId: number; language: Language }) {
  const translate = useTranslate()
  const format = useFormat()
  const mayWrite = useHasRight(bookingRights)
  const { run, busy } = useAction(() => issueFor(dateId, [one.bookingId]), issueOptions)
  const attended = [
    one.minutes !== null &&
      one.minutes > 0 &&
      translate('documents.certificate.hours', { hours: format.number(one.minutes / 60) }),
    one.halfDayCount > 0 &&
      translate('documents.certificate.halfDays', { attended: one.attendedHalfDays, of: one.halfDayCount }),
    one.number && `${translate('documents.certificate.number')} ${one.number}`,
    one.number === '' && one.obstacle !== '' && translate(`documents.certificate.obstacle.${one.obstacle}`),
  ]
  return (
    <RecordRow
      title={
        <Link component={RouterLink} to={`/bookings/${one.bookingId}`}>
          {one.name || translate('bookings.unnamed')}
        </Link>
      }
      detail={
        <>
          {attended.filter(Boolean).join(' · ')}
          {one.isOutdated && (
            <Typography component="div" variant="body2" color="warning">
              {translate('documents.certificate.outdated')}
            </Typography>
          )}
        </>
      }
    >
      {one.certificateId > 0 ? (
        <CertificateActions certificate={{ id: one.certificateId, number: one.number }} language={language} />
      ) : (
        one.obstacle === '' &&
        mayWrite && (
          <Button
            size="small"
            loading={busy}
            aria-label={`${translate('documents.certificate.issue')} ${one.name}`}
            onClick={() => run()}
          >
            {translate('documents.certificate.issue')}
          </Button>
        )
      )}
    </RecordRow>
  )
}

export function CertificatesPage() {
  const dateId = Number(useParams()['dateId'])
  const translate = useTranslate()
  const mayWrite = useHasRight(bookingRights)
  const { language, input } = useDocumentLanguage()
  const { data, error } = useQuery({
    queryKey: ['certificates', 'date', dateId],
    queryFn: async () => (await api('GET', '/dates/{dateId}/certificates', { params: { dateId } }))[0]!,
  })
  const { run, busy } = useAction(() => issueFor(dateId), issueOptions)
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!data) return null
  const issued = data.participants.filter(({ certificateId }) => certificateId > 0).length
  const missing = data.participants.filter(
    ({ certificateId, obstacle }) => certificateId === 0 && obstacle === '',
  ).length
  return (
    <Card sx={{ p: 2, maxWidth: 1180 }}>
      <Title title={translate('documents.certificate.of')} />
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
        <Button component={RouterLink} to={`/dates/${dateId}`} size="small">
          {translate('documents.certificate.back')}
        </Button>
        {mayWrite && missing > 0 && (
          <Button variant="contained" size="small" loading={busy} onClick={() => run()}>
            {translate('documents.certificate.issueAll')}
          </Button>
        )}
        {issued > 0 && (
          <PdfExportLink
            variant={missing > 0 ? 'outlined' : 'contained'}
            path={apiPath('/dates/{dateId}/certificates/pdf', { params: { dateId }, query: { language } })}
          >
            {translate('documents.certificate.printAll', { count: issued })}
          </PdfExportLink>
        )}
        {input}
      </Stack>
      <Typography>
        {translate('documents.certificate.summary', {
          issued,
          missing,
          none: data.participants.length - issued - missing,
        })}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {data.leastPercent > 0
          ? translate('documents.certificate.leastPercent', { percent: data.leastPercent })
          : translate('documents.certificate.leastHalfDay')}{' '}
        <Link
          component={RouterLink}
          underline="always"
          to={`/events/${data.eventId}/edit?field=certificatePercent`}
        >
          {translate('documents.certificate.change')}
        </Link>
      </Typography>
      {data.participants.length === 0 ? (
        <Typography>{translate('documents.certificate.nobody')}</Typography>
      ) : (
        <RecordRows label={translate('documents.certificate.of')}>
          {data.participants.map((one) => (
            <ParticipantRow key={one.bookingId} one={one} dateId={dateId} language={language} />
          ))}
        </RecordRows>
      )}
    </Card>
  )
}
