// Questions to a participant, on the pages of an order and of a seat.

import { textsOf } from '../../../../website/texts.ts'
import type { LinkedSeat } from '../../../bookings/orders/order-seats.ts'
import { questionKinds } from '../../../catalogue/records/question-kinds.ts'
import type { Language } from '../../../platform/ground/language.ts'
import type { PageField } from '../../../platform/pages/page-html.ts'
import { enteredText } from '../../../platform/pages/public-pages.ts'
import {
  inLanguage,
  readAnswers,
  type StoredAnswers,
  type StoredQuestion,
  shownAnswer,
} from '../questions.sql.ts'

/** By the ids of dates. */
export type ParticipantQuestions = ReadonlyMap<number, readonly StoredQuestion[]>

const fieldName = ({ id }: StoredQuestion, seat: LinkedSeat): string => `answer.${id}.${seat.id}`
/** The values on the page, so that only changes of the visitor are written. */
const shownName = (question: StoredQuestion, seat: LinkedSeat): string => `shown.${fieldName(question, seat)}`

const questionsOf = (questions: ParticipantQuestions, { dateId }: LinkedSeat) => questions.get(dateId) ?? []

/** The fields of a seat. @param wrong ids of questions */
export function answerFields(
  questions: ParticipantQuestions,
  seat: LinkedSeat,
  { language, fields }: { language: Language; fields?: URLSearchParams | undefined },
  wrong: ReadonlySet<number> = new Set(),
): PageField[] {
  const { optionalField, choose, errors } = textsOf(language, 'formal')
  return questionsOf(questions, seat).map((stored): PageField => {
    const { id, kind, text: label, choices, isRequired } = inLanguage(stored, language)
    const name = fieldName(stored, seat)
    const value = fields ? (fields.get(name) ?? '') : shownAnswer(stored, seat.answers, language)
    const field = {
      name,
      label: isRequired ? label : optionalField(label),
      error: wrong.has(id) ? errors.required(label) : undefined,
    }
    const { isText, isCheckbox } = questionKinds[kind]
    if (isCheckbox) return { ...field, label, isTicked: value !== '' }
    if (isText) return { ...field, type: 'text', autocomplete: 'off', value }
    return {
      ...field,
      options: ['', ...choices].map((choice) => ({ value: choice, label: choice || choose })),
      value,
    }
  })
}

/** The hidden fields of seats. */
export const shownAnswers = (
  questions: ParticipantQuestions,
  seats: readonly LinkedSeat[],
  language: Language,
): Record<string, string> =>
  Object.fromEntries(
    seats.flatMap((seat) =>
      questionsOf(questions, seat).map((question) => [
        shownName(question, seat),
        shownAnswer(question, seat.answers, language),
      ]),
    ),
  )

/** The answers of a seat that the visitor has entered. @returns `wrong`: ids of questions */
export function enteredAnswers(
  questions: ParticipantQuestions,
  seat: LinkedSeat,
  fields: URLSearchParams,
): { isChanged: boolean; stored: StoredAnswers; wrong: ReadonlySet<number> } {
  const asked = questionsOf(questions, seat)
  const given = asked.map((question) => ({
    questionId: question.id,
    answer: enteredText(fields, fieldName(question, seat)),
    shown: fields.get(shownName(question, seat)),
  }))
  const { stored, errors } = readAnswers(
    asked,
    given.filter(({ answer }) => answer !== ''),
    'answers',
  )
  return {
    isChanged: given.some(({ answer, shown }) => shown !== null && answer !== shown),
    stored,
    wrong: new Set(errors.map(({ questionId }) => questionId)),
  }
}
