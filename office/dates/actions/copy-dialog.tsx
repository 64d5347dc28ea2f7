// Copies a date: the start of the copy, and the child rows that it includes.
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import { CheckboxGroupInput, Form, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { DateInput } from '../../shell/form/date-time-inputs.tsx'
import { MovedDayHints } from '../day-hints.tsx'
import { useNotifyFieldErrors } from '../field-errors.ts'
import { PlanningHints, useCheckedDays } from '../planning-hints.tsx'

type Copy = BodyOf<'POST', '/dates/{dateId}/copy'>

const copyGroups: Copy['include'] = [
  'sessionDays',
  'trainers',
  'locations',
  'prices',
  'hotelQuotas',
  'files',
  'people',
  'conferencePackageItems',
  'modules',
]

/** The groups that a copy includes unless the user chooses others. */
export const defaultCopyGroups = copyGroups.filter((name) => name !== 'modules')

export const CopyGroupsInput = () => (
  <CheckboxGroupInput
    source="include"
    label="dates.copy.include"
    helperText={false}
    choices={copyGroups.map((id) => ({ id, name: `dates.copy.${id}` }))}
  />
)

function CopyHints({ date }: { date: EventDate }) {
  const { startDate, include = [] } = useWatch<Copy>()
  const [checked] =
    useCheckedDays(startDate ? { sourceDateId: date.id, include, dates: [{ startDate }] } : undefined) ?? []
  const sessionDays = include.includes('sessionDays') ? date.sessionDays : []
  return (
    <>
      {startDate && <MovedDayHints date={{ ...date, sessionDays }} start={startDate} />}
      <PlanningHints hints={checked?.hints} />
    </>
  )
}

export function CopyDialog({ date, close }: { date: EventDate; close: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { run, busy } = useAction(
    ({ startDate, identifier, include }: Partial<Copy>) =>
      api('POST', '/dates/{dateId}/copy', {
        params: { dateId: date.id },
        body: { startDate: startDate || '', identifier: identifier ?? '', include: include ?? [] },
      }),
    {
      success: 'dates.copy.done',
      onSuccess: ([copy]) => {
        close()
        navigate(`/dates/${copy!.id}`)
      },
      onError: useNotifyFieldErrors(),
    },
  )
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="copy-title">
      <Form
        onSubmit={(values: Partial<Copy>) => run(values)}
        // As a record, because the defaults of a form give way to the record of the page.
        record={{ id: date.id, startDate: date.startDate, identifier: '', include: defaultCopyGroups }}
      >
        <DialogTitle id="copy-title">{translate('dates.copy.title')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 1 }}>{translate('dates.copy.text')}</DialogContentText>
          <DateInput source="startDate" label="dates.copy.start" autoFocus />
          <CopyHints date={date} />
          <TextInput source="identifier" label="resources.dates.fields.identifier" helperText={false} />
          <CopyGroupsInput />
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {translate('dates.copy.action')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
