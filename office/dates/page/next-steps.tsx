// The next steps of a date, each with the action that does it.
import { Box, Button, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { isBooked, isRecorded } from '../../../server/bookings/booking-statuses.ts'
import { bookingConfirmationRights } from '../../../server/platform/ground/rights.ts'
import { useBookingsOfDate } from '../../bookings/booking-queries.ts'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { PdfExportLink } from '../../documents/pdf-link.tsx'
import { useOpenSeats } from '../../invoices/open-seats.ts'
import { OpenSeatsDialog } from '../../invoices/open-seats-dialog.tsx'
import { useAction } from '../../shell/api/action.ts'
import { apiPath } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'
import { useToday } from '../../shell/language/today.ts'
import { PublishDialog } from '../actions/publish-dialog.tsx'
import { updateDate } from '../actions/save-date.ts'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { isInvoiced, type Step, stepsOf } from './steps.ts'

/** The element with the participants on the page of a date. */
export const participantsId = 'date-participants'

function InvoiceAction({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const openSeats = useOpenSeats(dateId, true)
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {translate('dates.step.invoiceAction')}
      </Button>
      {isOpen && <OpenSeatsDialog dateId={dateId} openSeats={openSeats} onClose={() => setOpen(false)} />}
    </>
  )
}

function Action({ step, date }: { step: Step; date: EventDate }): ReactNode {
  const translate = useTranslate()
  const language = useLocale()
  const mayEdit = useHasRight('catalogue:edit')
  const mayPublish = useHasRight(['catalogue:edit', 'catalogue:publish'])
  const seesPersons = useHasRight('booking:access')
  const [isPublishing, setPublishing] = useState(false)
  const { run, busy } = useAction((status: string) => updateDate(date, { status }), {
    success: 'dates.step.done',
    refresh: 'page',
    onError: useNotifyFieldErrors(),
  })
  switch (step.name) {
    case 'publish':
      return (
        mayPublish && (
          <>
            <Button size="small" variant="contained" onClick={() => setPublishing(true)}>
              {translate('dates.bulk.publish')}
            </Button>
            {isPublishing && <PublishDialog date={date} close={() => setPublishing(false)} />}
          </>
        )
      )
    case 'decide':
    case 'confirm':
    case 'complete': {
      const [status, text] =
        step.name === 'complete' ? ['completed', 'completeAction'] : ['confirmed', 'confirmAction']
      return (
        mayEdit && (
          <Button size="small" variant="outlined" loading={busy} onClick={() => run(status)}>
            {translate(`dates.step.${text}`)}
          </Button>
        )
      )
    }
    case 'print':
      return (
        seesPersons && (
          <PdfExportLink
            variant="outlined"
            path={apiPath('/dates/{dateId}/documents/{kind}', {
              params: { dateId: date.id, kind: 'sign-in-sheet' },
              query: { language: language === 'en' ? 'en' : 'de' },
            })}
          >
            {translate('documents.signInSheet')}
          </PdfExportLink>
        )
      )
    case 'certificates':
      return (
        seesPersons && (
          <Button
            size="small"
            variant="contained"
            component={RouterLink}
            to={`/dates/${date.id}/certificates`}
          >
            {translate('documents.certificates')}
          </Button>
        )
      )
    case 'invoice':
      return <InvoiceAction dateId={date.id} />
    case 'attendance':
      // The attendance of a series is recorded at the dates of its modules.
      return date.modules.length > 0 ? (
        <Button
          size="small"
          variant="outlined"
          onClick={() => document.getElementById(participantsId)?.focus()}
        >
          {translate('dates.page.participants')}
        </Button>
      ) : (
        seesPersons && (
          <Button size="small" variant="contained" component={RouterLink} to={`/dates/${date.id}/attendance`}>
            {translate('dates.step.attendanceAction')}
          </Button>
        )
      )
  }
}

function useStepText(): (step: Step) => string {
  const translate = useTranslate()
  const format = useFormat()
  return (step) => {
    if (step.name === 'decide') {
      const text = translate('dates.step.decide', { smart_count: step.missing })
      return step.by ? `${text} ${translate('dates.step.decideBy', { day: format.date(step.by) })}` : text
    }
    if (step.name === 'confirm') return translate(`dates.step.${step.hasMinimum ? 'confirm' : 'unconfirmed'}`)
    if (step.name === 'print') return translate('dates.step.print', { smart_count: step.days })
    if (step.name === 'attendance' || step.name === 'invoice')
      return translate(`dates.step.${step.name}`, { smart_count: step.open })
    return translate(`dates.step.${step.name}`)
  }
}

export function NextSteps({ date }: { date: EventDate }) {
  const translate = useTranslate()
  const textOf = useStepText()
  const today = useToday()
  const seesPersons = useHasRight('booking:access')
  const { data: bookings = [] } = useBookingsOfDate(date.id, seesPersons)
  const openAttendance = bookings.filter((booking) => isBooked(booking) && !isRecorded(booking)).length
  const mayInvoice = useHasRight(bookingConfirmationRights)
  const openSeats = useOpenSeats(date.id, mayInvoice && isInvoiced(date, today))
  const invoice = openSeats.reduce((sum, { bookingIds }) => sum + bookingIds.length, 0)
  const steps = stepsOf(date, { attendance: openAttendance, invoice }, today)
  if (steps.length === 0) return null
  return (
    <Box component="section" aria-label={translate('dates.step.title')}>
      <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
        {translate('dates.step.title')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map((step) => (
          <Stack
            key={step.name}
            component="li"
            direction="row"
            spacing={1.5}
            useFlexGap
            sx={{
              alignItems: 'center',
              flexWrap: 'wrap',
              justifyContent: 'space-between',
              py: 0.75,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <span>{textOf(step)}</span>
            <Action step={step} date={date} />
          </Stack>
        ))}
      </Box>
    </Box>
  )
}
