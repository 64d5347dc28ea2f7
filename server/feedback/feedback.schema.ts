// Questions and results of feedback in the back office.

import Type, { type Static } from 'typebox'
import {
  answerProperties,
  fields,
  inputProperties,
  name,
  shortText,
  text,
  texts,
} from '../platform/database/fields.ts'
import { Count, Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { type QuestionKind, questionKindNames } from './question-kinds.ts'

const Kind = Type.Unsafe<QuestionKind>(Type.Enum(questionKindNames))

const choices = {
  ...texts,
  input: Type.Array(Type.String({ maxLength: 255, format: 'not-blank' }), { maxItems: 20 }),
}

/** Without an English text, the German one is shown. */
export const questionFields = fields({
  kind: { ...text, schema: Kind, input: Kind, empty: undefined },
  textDe: name,
  textEn: shortText,
  choicesDe: choices,
  choicesEn: choices,
})

export const Question = record({ id: Id, ...answerProperties(questionFields) })
export type Question = Static<typeof Question>

/** An `id` that is left out, or 0: a new question. */
export const QuestionInput = record({ id: Type.Optional(IdOrNone), ...inputProperties(questionFields) })
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
