// The questions of feedback: the general ones, or those of an event.

import { Alert, Box, Button, Card, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { ResourceContextProvider, useGetOne, useTranslate } from 'ra-core'
import { useState } from 'react'
import {
  Form,
  FormDataConsumer,
  NumberInput,
  required,
  SaveButton,
  SelectInput,
  TextInput,
  Title,
} from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { type QuestionKind, questionKindNames, questionKinds } from '../../server/feedback/question-kinds.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer, RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ChildRowsInput } from '../shell/form/child-rows-input.tsx'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'

type Question = Answer<'GET', '/feedback-questions'>['questions'][number]

const kinds = questionKindNames.map((id) => ({ id, name: `feedback.kinds.${id}` }))
const queryKey = ['feedback-questions']

/** A list as lines. */
const toLines = (list: readonly string[] | null | undefined): string => (list ?? []).join('\n')
const fromLines = (text: string): string[] => (text === '' ? [] : text.split('\n'))
const lines = { format: toLines, parse: fromLines }

const filled = (list: readonly string[] | null | undefined): string[] =>
  (list ?? []).map((line) => line.trim()).filter(Boolean)

const QuestionInputs = () => (
  <ChildRowsInput source="questions" row="feedback.question" min={260}>
    <SelectInput
      source="kind"
      label="feedback.kind"
      choices={kinds}
      defaultValue="scale"
      validate={required()}
      helperText={false}
    />
    <TextInput source="textDe" label="feedback.textDe" validate={required()} helperText={false} />
    <TextInput source="textEn" label="feedback.textEn" helperText={false} />
    <FormDataConsumer>
      {({ scopedFormData }) =>
        scopedFormData?.kind &&
        questionKinds[scopedFormData.kind as QuestionKind].hasChoices && (
          <>
            <TextInput
              source="choicesDe"
              label="feedback.choicesDe"
              helperText="feedback.choiceLines"
              multiline
              minRows={3}
              {...lines}
            />
            <TextInput
              source="choicesEn"
              label="feedback.choicesEn"
              helperText="feedback.choiceOrder"
              multiline
              minRows={3}
              {...lines}
            />
          </>
        )
      }
    </FormDataConsumer>
  </ChildRowsInput>
)

function QuestionForm({ eventId, questions }: { eventId: number; questions: readonly Question[] }) {
  const { submit } = useAction(
    ({ questions: rows }: { questions?: readonly Partial<Question>[] | null }) =>
      api('PATCH', '/feedback-questions', {
        body: {
          eventId,
          questions: (rows ?? []).map(({ id = 0, kind = 'scale', textDe, textEn, choicesDe, choicesEn }) => ({
            id,
            kind,
            textDe: textDe ?? '',
            textEn: textEn ?? '',
            choicesDe: questionKinds[kind].hasChoices ? filled(choicesDe) : [],
            choicesEn: questionKinds[kind].hasChoices ? filled(choicesEn) : [],
          })),
        },
      }),
    { success: 'feedback.saved', refresh: [queryKey] },
  )
  return (
    <Form record={{ id: 0, questions }} onSubmit={submit} warnWhenUnsavedChanges>
      <ClearUnregisteredErrors />
      {/* The rows of a list need the name of a resource. */}
      <ResourceContextProvider value="feedback-questions">
        <QuestionInputs />
      </ResourceContextProvider>
      <SaveButton />
    </Form>
  )
}

function DaysForm({ days }: { days: number }) {
  const { submit } = useAction(
    ({ days: next = 0 }: { days?: number }) => api('PATCH', '/feedback-settings', { body: { days: next } }),
    { success: 'feedback.daysSaved', refresh: [queryKey] },
  )
  return (
    <Form record={{ id: 0, days }} onSubmit={submit}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Box sx={{ width: 420, maxWidth: '100%' }}>
          <NumberInput
            source="days"
            label="settings.feedbackDays"
            min={1}
            max={365}
            validate={required()}
            helperText={false}
          />
        </Box>
        <SaveButton />
      </Stack>
    </Form>
  )
}

const read = async (eventId: number) =>
  (await api('GET', '/feedback-questions', { query: eventId > 0 ? { eventId } : {} }))[0]

export function QuestionsPage() {
  const translate = useTranslate()
  const isAdmin = useHasRight('settings')
  const eventId = Number(useParams()['eventId'] ?? 0)
  const [copied, setCopied] = useState<Question[]>()
  const { data, error } = useQuery({ queryKey: [...queryKey, eventId], queryFn: () => read(eventId) })
  const { data: event } = useGetOne<RowOf<'events'>>('events', { id: eventId }, { enabled: eventId > 0 })
  const title = event
    ? translate('feedback.ofEvent', { title: event.title })
    : translate('feedback.questions')
  const startWithDefault = async (): Promise<void> => {
    const general = await read(0)
    setCopied(general?.questions.map((question) => ({ ...question, id: 0 })))
  }
  const questions = data && data.questions.length === 0 ? (copied ?? []) : data?.questions
  return (
    <Stack spacing={2} sx={{ mt: 1.5, maxWidth: 980 }}>
      <Title title={title} />
      {error && <Alert severity="error">{error.message}</Alert>}
      {isAdmin && data && eventId === 0 && (
        <Card sx={{ p: 2 }}>
          <DaysForm days={data.days} />
        </Card>
      )}
      {data && questions && (
        <Card sx={{ p: 2 }}>
          {eventId > 0 && questions.length === 0 && (
            <Stack spacing={1} sx={{ mb: 2, alignItems: 'start' }}>
              <Typography color="text.secondary">
                {translate('feedback.usesDefault')}{' '}
                <Link component={RouterLink} underline="always" to="/feedback-questions">
                  {translate('feedback.showDefault')}
                </Link>
              </Typography>
              <Button size="small" variant="outlined" onClick={() => void startWithDefault()}>
                {translate('feedback.copyDefault')}
              </Button>
            </Stack>
          )}
          <QuestionForm
            key={`${eventId} ${copied ? 'copied' : ''}`}
            eventId={eventId}
            questions={questions}
          />
        </Card>
      )}
    </Stack>
  )
}
