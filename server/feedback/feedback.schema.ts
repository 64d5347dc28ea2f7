// Questions and results of feedback in the back office.

import Type, { type Static } from 'typebox'
import { Count, Id, IdOrNone, record, ShortText } from '../platform/ground/schema.ts'
import { type QuestionKind, questionKindNames } from './question-kinds.ts'

const Kind = Type.Unsafe<QuestionKind>(Type.Enum(questionKindNames))

export const Question = record({
  id: Id,
  kind: Kind,
  textDe: Type.String(),
  /** '': the German text. */
  textEn: Type.String(),
  choicesDe: Type.Array(Type.String()),
  choicesEn: Type.Array(Type.String()),
})
export type Question = Static<typeof Question>

const Choices = Type.Array(Type.String({ maxLength: 255, format: 'not-blank' }), { maxItems: 20 })

export const QuestionInput = record({
  /** Left out, or 0: a new question. */
  id: Type.Optional(IdOrNone),
  kind: Kind,
  textDe: Type.String({ maxLength: 255, format: 'not-blank' }),
  textEn: Type.Optional(ShortText),
  choicesDe: Type.Optional(Choices),
  choicesEn: Type.Optional(Choices),
})
export type QuestionInput = Static<typeof QuestionInput>

export const QuestionResult = record({
  ...Question.properties,
  answerCount: Count,
  /** Of a scale from 1 to 5; null: no answers. */
  average: Type.Union([Type.Number(), Type.Null()]),
  /** Answers for each value of the scale, or for each choice. */
  counts: Type.Array(Count),
  texts: Type.Array(
    record({
      text: Type.String(),
      /** '': anonymous. */
      name: Type.String(),
    }),
  ),
})
export type QuestionResult = Static<typeof QuestionResult>

export const FeedbackResults = record({
  /** Bookings that got a link. */
  invitedCount: Count,
  responseCount: Count,
  /** Dates whose answers are not shown, because they are too few to be anonymous. */
  hiddenDateCount: Count,
  questions: Type.Array(QuestionResult),
})
export type FeedbackResults = Static<typeof FeedbackResults>
