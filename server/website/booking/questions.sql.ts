// Questions of an event's own, and the answers of visitors.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { choiceLines, type questionKinds } from '../../catalogue/records/child-tables.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest, type FieldError } from '../../platform/http/errors.ts'
import type { Language } from '../../platform/pages/page-html.ts'
import { visitorErrors } from './booking.errors.ts'
import type { Answer } from './booking.schema.ts'

/** As a form asks it. `choices` are empty unless it is a choice. */
export type Question = {
  id: number
  kind: (typeof questionKinds)[number]
  text: string
  choices: string[]
  isRequired: boolean
}

type Row = Omit<Question, 'text' | 'choices'> & {
  textDe: string
  textEn: string
  choicesDe: string
  choicesEn: string
}

async function loadRows(reader: Reader, dateId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select q.id, q.kind, q.text_de as "textDe", q.text_en as "textEn", q.choices_de as "choicesDe", q.choices_en as "choicesEn",
      q.is_required as "isRequired"
    from booking_question q join event_date d on d.event_id = q.event_id where d.id = ${dateId} order by q.position, q.id`.execute(
    reader,
  )
  return rows
}

/** The questions of a date's event. What has no English text is shown in German. */
export async function loadQuestions(reader: Reader, dateId: number, language: Language): Promise<Question[]> {
  return (await loadRows(reader, dateId)).map(({ textDe, textEn, choicesDe, choicesEn, ...question }) => ({
    ...question,
    text: language === 'en' ? textEn || textDe : textDe,
    choices: choiceLines(language === 'en' ? choicesEn || choicesDe : choicesDe),
  }))
}

/**
 * Checks the answers to the questions of a date's event.
 * @returns what staff read: the answers by the German questions; choices in German
 * @throws Failure 400
 */
export async function checkAnswers(
  tx: Tx,
  dateId: number,
  answers: readonly Static<typeof Answer>[],
): Promise<Record<string, string>> {
  const questions = await loadRows(tx, dateId)
  const errors: FieldError[] = []
  const given = new Map<number, string>()
  for (const [index, { questionId, answer }] of answers.entries()) {
    const question = questions.find(({ id }) => id === questionId)
    const field = `answers[${index}]`
    if (!question) {
      errors.push({ field: `${field}.questionId`, ...visitorErrors.unknownQuestion() })
      continue
    }
    const text = answer.trim()
    const german = choiceLines(question.choicesDe)
    const at = german.includes(text) ? german.indexOf(text) : choiceLines(question.choicesEn).indexOf(text)
    const isWrong =
      (question.kind === 'choice' && german[at] === undefined) ||
      (question.kind === 'checkbox' && text !== 'yes')
    if (isWrong || text === '') errors.push({ field: `${field}.answer`, ...visitorErrors.notAnAnswer() })
    else given.set(questionId, question.kind === 'choice' ? german[at]! : text)
  }
  for (const { id, textDe, isRequired } of questions)
    if (isRequired && !given.has(id) && !answers.some(({ questionId }) => questionId === id))
      errors.push({ field: 'answers', ...visitorErrors.answerMissing({ question: textDe, id }) })
  if (errors.length > 0) throw badRequest(errors)
  return Object.fromEntries(
    questions.flatMap(({ id, kind, textDe }) => {
      const answer = given.get(id)
      return answer === undefined ? [] : [[textDe, kind === 'checkbox' ? '✓' : answer]]
    }),
  )
}
