// Feedback in the back office: questions, results, export.

import Type from 'typebox'
import { badRequest } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import type { CsvCell } from '../platform/runtime/csv.ts'
import {
  FeedbackResults,
  type Question,
  QuestionInput,
  Question as QuestionSchema,
} from './feedback.schema.ts'
import { feedbackDays, feedbackDaysSetting } from './feedback-link.ts'
import { questionKinds } from './question-kinds.ts'
import { loadQuestions, writeQuestions } from './questions.sql.ts'
import { type FeedbackScope, loadResponses, loadResults, questionsOf, type Response } from './results.sql.ts'

const readRight = 'booking:access'
const writeRight = 'catalogue:edit'

const Questions = record({
  eventId: IdOrNone,
  /** Of an event without questions of its own: none. */
  questions: Type.Array(QuestionSchema),
  /** Days after the end of a date in which feedback can be given. */
  days: Type.Integer(),
})

const eventQuery = Type.Object({ eventId: Type.Optional(Id) })

const getQuestions = officeEndpoint({
  method: 'GET',
  path: '/feedback-questions',
  query: eventQuery,
  response: Type.Array(Questions),
  handle: async ({ db, query: { eventId = 0 } }) => [
    { eventId, questions: await loadQuestions(db, eventId), days: await feedbackDays(db) },
  ],
})

const replaceQuestions = officeEndpoint({
  method: 'PATCH',
  path: '/feedback-questions',
  right: writeRight,
  body: record({
    /** Left out, or 0: the default set. */
    eventId: Type.Optional(IdOrNone),
    questions: Type.Array(QuestionInput, { maxItems: 50 }),
  }),
  response: Type.Array(Questions),
  handle: async ({ tx, body: { eventId = 0, questions } }) => {
    if (eventId === 0 && questions.length === 0)
      throw badRequest([{ field: 'questions', ...generalErrors.minItems({ min: 1 }) }])
    await writeQuestions(tx, eventId, questions)
    return [{ eventId, questions: await loadQuestions(tx, eventId), days: await feedbackDays(tx) }]
  },
})

const changeSettings = officeEndpoint({
  method: 'PATCH',
  path: '/feedback-settings',
  right: 'settings',
  body: record({ days: Type.Integer({ minimum: 1, maximum: 365 }) }),
  handle: async ({ tx, body }) => {
    const value = String(body.days)
    await tx
      .insertInto('setting')
      .values({ name: feedbackDaysSetting, value })
      .onConflict((on) => on.column('name').doUpdateSet({ value }))
      .execute()
    return []
  },
})

const language = Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))
const exportQuery = Type.Object({
  language,
  format: Type.Unsafe<'csv' | 'xlsx'>(Type.Enum(['csv', 'xlsx'])),
})

const heads = { de: ['Termin', 'Beginn', 'Name'], en: ['Date', 'Start', 'Name'] }

const cellOf = (question: Question, answer: string | number | undefined, of: 'de' | 'en'): CsvCell => {
  if (answer === undefined) return null
  if (!questionKinds[question.kind].hasChoices) return answer
  const choices = of === 'en' && question.choicesEn.length > 0 ? question.choicesEn : question.choicesDe
  return choices[Number(answer)] ?? null
}

const exportFile = (
  responses: readonly Response[],
  questions: readonly Question[],
  { language: of, format }: { language: 'de' | 'en'; format: 'csv' | 'xlsx' },
) =>
  spreadsheetResponse({
    name: 'Feedback',
    format,
    columns: [...heads[of], ...questions.map(({ textDe, textEn }) => (of === 'en' && textEn) || textDe)],
    rows: responses.map(({ dateTitle, startDate, name, answers }) => [
      dateTitle,
      startDate,
      name,
      ...questions.map((question) => cellOf(question, answers[question.id], of)),
    ]),
  })

const resultEndpoints = <const Path extends string, K extends 'dateId' | 'eventId' | 'trainerId'>(
  path: Path,
  field: K,
) => {
  const params = Type.Object({ id: Id })
  const scopeOf = (id: number) => ({ [field]: id }) as Record<K, number> as FeedbackScope
  return [
    officeEndpoint({
      method: 'GET',
      path: `${path}/{id}/feedback`,
      right: readRight,
      params,
      response: Type.Array(FeedbackResults),
      handle: async ({ db, params: { id } }) => [await loadResults(db, scopeOf(id))],
    }),
    officeEndpoint({
      method: 'GET',
      path: `${path}/{id}/feedback/export`,
      right: [readRight, 'export'],
      confirmed: true,
      params,
      query: exportQuery,
      handle: async ({ db, params: { id }, query }) => {
        const responses = await loadResponses(db, scopeOf(id))
        return exportFile(responses, await questionsOf(db, responses), query)
      },
    }),
  ] as const
}

export const feedbackOffice = [
  getQuestions,
  replaceQuestions,
  changeSettings,
  ...resultEndpoints('/dates', 'dateId'),
  ...resultEndpoints('/events', 'eventId'),
  ...resultEndpoints('/trainers', 'trainerId'),
] as const
