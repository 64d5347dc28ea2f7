// Questions of an event's own, and the answers of visitors.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { choiceLines } from '../../catalogue/records/child-tables.ts'
import { type QuestionKind, questionKinds } from '../../catalogue/records/question-kinds.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest, type Failure, type FieldError } from '../../platform/ground/errors.ts'
import type { Language } from '../../platform/ground/language.ts'
import { visitorErrors } from './booking.errors.ts'
import type { Answer, VisitorBooking } from './booking.schema.ts'

/** As a form asks it. `choices` are empty unless it is a choice. */
export type BookingQuestion = {
  id: number
  kind: QuestionKind
  text: string
  choices: string[]
  isRequired: boolean
  /** Each participant answers it; otherwise it is answered once for an order. */
  isPerParticipant: boolean
}

/** A question in both languages. */
export type StoredQuestion = Omit<BookingQuestion, 'text' | 'choices'> & {
  textDe: string
  textEn: string
  choicesDe: string
  choicesEn: string
}

/** The answers for staff, by the German questions; choices in German. */
export type StoredAnswers = Record<string, string>

/** The answer of a checkbox that is ticked, and how it is stored. */
export const tickedAnswer = 'yes'
const tickedText = '✓'

/** The questions of the dates' events, by date. */
export async function loadQuestionsOfDates(
  reader: Reader,
  dateIds: readonly number[],
): Promise<Map<number, StoredQuestion[]>> {
  const { rows } = await sql<StoredQuestion & { dateId: number }>`
    select d.id as "dateId", q.id, q.kind, q.text_de as "textDe", q.text_en as "textEn", q.choices_de as "choicesDe", q.choices_en as "choicesEn",
      q.is_required as "isRequired", q.is_per_participant as "isPerParticipant"
    from booking_question q join event_date d on d.event_id = q.event_id where d.id = any(${dateIds}::int[])
    order by q.position, q.id`.execute(reader)
  const byDate = Map.groupBy(rows, ({ dateId }) => dateId)
  return new Map(dateIds.map((id) => [id, (byDate.get(id) ?? []).map(({ dateId: _dateId, ...own }) => own)]))
}

export const loadQuestionsOfDate = async (reader: Reader, dateId: number): Promise<StoredQuestion[]> =>
  (await loadQuestionsOfDates(reader, [dateId])).get(dateId)!

/** Those that the participants of seats answer, by date. */
export async function loadParticipantQuestions(
  reader: Reader,
  seats: readonly { dateId: number }[],
): Promise<Map<number, StoredQuestion[]>> {
  const questions = await loadQuestionsOfDates(
    reader,
    seats.map(({ dateId }) => dateId),
  )
  return new Map(
    [...questions].map(([dateId, ofDate]) => [
      dateId,
      ofDate.filter(({ isPerParticipant }) => isPerParticipant),
    ]),
  )
}

/** Questions without an English text are shown in German. */
export const inLanguage = (
  { textDe, textEn, choicesDe, choicesEn, ...question }: StoredQuestion,
  language: Language,
): BookingQuestion => ({
  ...question,
  text: language === 'en' ? textEn || textDe : textDe,
  choices: choiceLines(language === 'en' ? choicesEn || choicesDe : choicesDe),
})

export const loadBookingQuestions = async (
  reader: Reader,
  dateId: number,
  language: Language,
): Promise<BookingQuestion[]> =>
  (await loadQuestionsOfDate(reader, dateId)).map((question) => inLanguage(question, language))

/** An answer as it is stored; undefined: it answers nothing. */
function storedAnswer({ kind, choicesDe, choicesEn }: StoredQuestion, answer: string): string | undefined {
  const text = answer.trim()
  const { isText, isCheckbox } = questionKinds[kind]
  if (isText) return text || undefined
  if (isCheckbox) return text === tickedAnswer ? tickedText : undefined
  const german = choiceLines(choicesDe)
  return german[german.includes(text) ? german.indexOf(text) : choiceLines(choicesEn).indexOf(text)]
}

/** A stored answer as a form shows it; '': there is none. */
export function shownAnswer(question: StoredQuestion, answers: StoredAnswers, language: Language): string {
  const { kind, textDe, choicesDe } = question
  const stored = answers[textDe] ?? ''
  const { isText, isCheckbox } = questionKinds[kind]
  if (isText) return stored
  if (isCheckbox) return stored === '' ? '' : tickedAnswer
  return inLanguage(question, language).choices[choiceLines(choicesDe).indexOf(stored)] ?? ''
}

type AnswerError = FieldError & { questionId: number }

/** @returns a Failure 400 */
export const wrongAnswers = (errors: readonly AnswerError[]): Failure =>
  badRequest(errors.map(({ questionId: _questionId, ...error }) => error))

/** Reads the answers to questions. @param field that has the answers */
export function readAnswers(
  questions: readonly StoredQuestion[],
  answers: readonly Static<typeof Answer>[],
  field: string,
): { stored: StoredAnswers; errors: AnswerError[] } {
  const errors: AnswerError[] = []
  const given = new Map<number, string>()
  for (const [index, { questionId, answer }] of answers.entries()) {
    const question = questions.find(({ id }) => id === questionId)
    const stored = question && storedAnswer(question, answer)
    if (!question)
      errors.push({ questionId, field: `${field}[${index}].questionId`, ...visitorErrors.unknownQuestion() })
    else if (stored === undefined)
      errors.push({ questionId, field: `${field}[${index}].answer`, ...visitorErrors.notAnAnswer() })
    else given.set(questionId, stored)
  }
  for (const { id, textDe, isRequired } of questions)
    if (isRequired && !given.has(id) && !answers.some(({ questionId }) => questionId === id))
      errors.push({ questionId: id, field, ...visitorErrors.answerMissing({ question: textDe, id }) })
  const stored: StoredAnswers = {}
  for (const { id, textDe } of questions) {
    const [answer, other] = [given.get(id), stored[textDe]]
    // Two events may ask the same.
    if (answer !== undefined) stored[textDe] = other && other !== answer ? `${other}; ${answer}` : answer
  }
  return { stored, errors }
}

/** The seats of a date with the questions of its event. `field`: that has the seats. */
type AskedSeats = {
  questions: readonly StoredQuestion[]
  seats: VisitorBooking['seats']
  field: string
}

/**
 * Checks the answers of a booking: of the order, and of each person that is named.
 * @returns `ofSeats` in the order of dates and seats @throws Failure 400
 */
export function checkAnswers(
  dates: readonly AskedSeats[],
  answers: readonly Static<typeof Answer>[] = [],
): { answers: StoredAnswers; ofSeats: StoredAnswers[][] } {
  // Several dates may be of one event.
  const all = new Map(dates.flatMap(({ questions }) => questions.map((one) => [one.id, one])))
  const order = readAnswers(
    [...all.values()].filter(({ isPerParticipant }) => !isPerParticipant),
    answers,
    'answers',
  )
  const persons = dates.map(({ questions, seats, field }) => {
    const ofParticipants = questions.filter(({ isPerParticipant }) => isPerParticipant)
    return seats.map((seat, index) =>
      'later' in seat
        ? { stored: {}, errors: [] }
        : readAnswers(ofParticipants, seat.answers ?? [], `${field}[${index}].answers`),
    )
  })
  const errors = [order, ...persons.flat()].flatMap((one) => one.errors)
  if (errors.length > 0) throw wrongAnswers(errors)
  return { answers: order.stored, ofSeats: persons.map((own) => own.map(({ stored }) => stored)) }
}
