// Names the participant of a seat, or replaces them.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useMessagePanel } from '../../messages/message-panel.tsx'
import { type ApiError, api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { type Booking, useBookingName } from '../booking-queries.ts'
import { PersonPicker, type PickedPerson, pickedLabel, toParticipant } from '../person-picker.tsx'
import { RejectionAlert } from '../rejection-alert.tsx'
import { fieldErrorsOf, useBookingAction } from '../use-booking-action.ts'

export function ParticipantDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const translate = useTranslate()
  const name = useBookingName()(booking)
  const [person, setPerson] = useState<PickedPerson>()
  const [rejection, setRejection] = useState<ApiError>()
  const { version } = booking
  const params = { bookingId: booking.id }
  const { panel, messages } = useMessagePanel(
    ['participant', booking.id, version, person],
    person && !('newPerson' in person && person.newPerson.lastName.trim() === '')
      ? () =>
          api('POST', '/bookings/{bookingId}/message-preview', {
            params,
            body: { version, participant: toParticipant(person) },
          })
      : undefined,
  )
  const { run, busy } = useBookingAction(
    (participant: BodyOf<'PATCH', '/bookings/{bookingId}'>['participant']) =>
      api('PATCH', '/bookings/{bookingId}', {
        params,
        body: { version, messages, ...(participant && { participant }) },
      }),
    {
      success: () => ['bookings.done.named', { name: person ? pickedLabel(person) : '' }],
      onSuccess: onClose,
      onError: (error) => {
        setRejection(error)
        return true
      },
    },
  )
  const isNamed = booking.contactId > 0
  // The picker shows errors of a list of participants.
  const fieldErrors = Object.fromEntries(
    Object.entries(fieldErrorsOf(rejection)).map(([field, message]) => [
      field.replace(/^participant\b/, 'participants[0]'),
      message,
    ]),
  )
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={busy ? undefined : onClose}
      aria-labelledby="participant-title"
    >
      <DialogTitle id="participant-title">
        {translate(isNamed ? 'bookings.replaceTitle' : 'bookings.nameTitle', { name })}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={1.5}>
          {isNamed && <DialogContentText>{translate('bookings.replaceText')}</DialogContentText>}
          <PersonPicker
            people={person ? [person] : []}
            onChange={(people) => {
              setPerson(people.at(-1))
              setRejection(undefined)
            }}
            fieldErrors={fieldErrors}
          />
          <RejectionAlert error={rejection} requestedCount={1} />
          {panel}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={!person}
          onClick={() => person && run(toParticipant(person))}
        >
          {translate(isNamed ? 'bookings.replace' : 'bookings.enter')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
