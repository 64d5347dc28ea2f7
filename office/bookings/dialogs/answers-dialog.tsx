// Corrects the answers of a participant to the questions of the event.

import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { questionKinds } from '../../../server/catalogue/records/question-kinds.ts'
import { api } from '../../shell/api/api.ts'
import type { Answer } from '../../shell/api/endpoints.ts'
import { type Booking, useBookingName } from '../booking-queries.ts'
import { useBookingAction } from '../use-booking-action.ts'

type Question = Answer<'GET', '/bookings/{bookingId}/answers'>

const noQuestions: Question[] = []

export const useQuestions = (bookingId: number): Question[] =>
  useQuery({
    queryKey: ['bookings', 'answers', bookingId],
    queryFn: () => api('GET', '/bookings/{bookingId}/answers', { params: { bookingId } }),
  }).data ?? noQuestions

interface FieldProps {
  question: Question
  value: string
  onChange: (answer: string) => void
}

function AnswerField({ question: { kind, text, choices }, value, onChange }: FieldProps) {
  const { hasChoices, isText, isCheckbox } = questionKinds[kind]
  if (isCheckbox)
    return (
      <FormControlLabel
        control={
          <Checkbox checked={value !== ''} onChange={(_event, isTicked) => onChange(isTicked ? 'yes' : '')} />
        }
        label={text}
      />
    )
  return (
    <TextField
      label={text}
      value={value}
      select={hasChoices}
      multiline={isText}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { maxLength: 2000 } }}
    >
      {['', ...choices].map((choice) => (
        <MenuItem key={choice} value={choice}>
          {choice || '–'}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface Props {
  booking: Booking
  questions: readonly Question[]
  onClose: () => void
}

export function AnswersDialog({ booking: { id, version, ...booking }, questions, onClose }: Props) {
  const translate = useTranslate()
  const name = useBookingName()(booking)
  const [answers, setAnswers] = useState(
    () => new Map(questions.map(({ questionId, answer }) => [questionId, answer])),
  )
  const { run, busy } = useBookingAction(
    () =>
      api('PATCH', '/bookings/{bookingId}/answers', {
        params: { bookingId: id },
        body: {
          version,
          answers: [...answers].flatMap(([questionId, answer]) =>
            answer.trim() === '' ? [] : { questionId, answer },
          ),
        },
      }),
    { success: () => ['bookings.done.answers', { name }], onSuccess: onClose },
  )
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={busy ? undefined : onClose} aria-labelledby="answers-title">
      <DialogTitle id="answers-title">{translate('bookings.answersTitle', { name })}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 1 }}>
          {questions.map((question) => (
            <AnswerField
              key={question.questionId}
              question={question}
              value={answers.get(question.questionId) ?? ''}
              onChange={(answer) => setAnswers(new Map(answers).set(question.questionId, answer))}
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} onClick={() => run()}>
          {translate('ra.action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
