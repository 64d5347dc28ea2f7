// The answers of a booking's participant to the questions of the event, in the back office.

import { sql } from 'kysely'
import Type from 'typebox'
import { Booking } from '../../bookings/booking.schema.ts'
import { bookingsById } from '../../bookings/booking.sql.ts'
import { updateAnswers } from '../../bookings/booking-details.ts'
import { type QuestionKind, questionKindNames } from '../../catalogue/records/question-kinds.ts'
import { lockVersion } from '../../platform/database/change-log.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { bookingRights } from '../../platform/ground/rights.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { Answer } from './booking.schema.ts'
import {
  inLanguage,
  loadParticipantQuestions,
  readAnswers,
  type StoredAnswers,
  type StoredQuestion,
  shownAnswer,
  wrongAnswers,
} from './questions.sql.ts'

const path = '/bookings/{bookingId}/answers'
const params = Type.Object({ bookingId: Id })

/** The questions to the participant of a booking, with the answers. @throws Failure 404 */
async function loadAnswers(
  reader: Reader,
  bookingId: number,
): Promise<{ questions: StoredQuestion[]; answers: StoredAnswers }> {
  const { rows } = await sql<{ dateId: number; answers: StoredAnswers }>`
    select date_id as "dateId", answers from booking where id = ${bookingId}`.execute(reader)
  const [booking] = rows
  if (!booking) throw notFound(generalErrors.notFound({ kind: 'booking', id: bookingId }))
  const questions = await loadParticipantQuestions(reader, [booking])
  return {
    answers: booking.answers,
    // Staff enter what they know.
    questions: questions.get(booking.dateId)!.map((one) => ({ ...one, isRequired: false })),
  }
}

export const answersOffice = [
  officeEndpoint({
    method: 'GET',
    path,
    right: 'booking:access',
    params,
    response: Type.Array(
      record({
        questionId: Id,
        kind: Type.Unsafe<QuestionKind>(Type.Enum(questionKindNames)),
        text: Type.String(),
        choices: Type.Array(Type.String()),
        /** '': there is none; of a checkbox that is ticked: `yes`. */
        answer: Type.String(),
      }),
    ),
    async handle({ db, params: { bookingId } }) {
      const { questions, answers } = await loadAnswers(db, bookingId)
      return questions.map((question) => {
        const { id, kind, text, choices } = inLanguage(question, 'de')
        return { questionId: id, kind, text, choices, answer: shownAnswer(question, answers, 'de') }
      })
    },
  }),
  /** Questions that are left out have no answer any more. Answers to questions that are not asked any more stay. */
  officeEndpoint({
    method: 'PATCH',
    path,
    right: bookingRights,
    params,
    body: record({
      version: Type.Integer({ minimum: 0 }),
      answers: Type.Array(Answer, { maxItems: 200 }),
    }),
    response: Type.Array(Booking),
    async handle({ tx, params: { bookingId }, body: { version, answers: given } }) {
      await lockVersion(tx, 'booking', bookingId, version)
      const { questions, answers } = await loadAnswers(tx, bookingId)
      const { stored, errors } = readAnswers(questions, given, 'answers')
      if (errors.length > 0) throw wrongAnswers(errors)
      const asked = new Set(questions.map(({ textDe }) => textDe))
      const others = Object.entries(answers).filter(([question]) => !asked.has(question))
      await updateAnswers(tx, bookingId, { ...Object.fromEntries(others), ...stored })
      return bookingsById(tx, [bookingId])
    },
  }),
]
