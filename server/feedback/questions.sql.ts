// The questions of an event: its own, or the default set.

import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { fields, integer, reference, selectList, withEmptyFields } from '../platform/database/fields.ts'
import { insertRow, updateRow } from '../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { feedbackErrors } from './feedback.errors.ts'
import { type Question, type QuestionInput, questionFields } from './feedback.schema.ts'
import { questionKinds } from './question-kinds.ts'

/** The fields of a question with its place; `eventId` 0: the default set. */
export const feedbackQuestionFields = {
  ...fields({ eventId: reference, position: integer }),
  ...questionFields,
}

/** @param eventId 0: the default set */
export async function loadQuestions(reader: Reader, eventId: number): Promise<Question[]> {
  const { rows } =
    await sql<Question>`select q.id, ${sql.raw(selectList(questionFields, 'q'))} from feedback_question q
    where not q.is_retired and q.event_id is not distinct from ${eventId || null}::int order by q.position, q.id`.execute(
      reader,
    )
  return rows
}

/** The questions that participants of a date are asked. */
export async function questionsOfDate(reader: Reader, dateId: number): Promise<Question[]> {
  const date = await reader
    .selectFrom('event_date')
    .select('event_id')
    .where('id', '=', dateId)
    .executeTakeFirstOrThrow()
  const own = await loadQuestions(reader, date.event_id)
  return own.length > 0 ? own : loadQuestions(reader, 0)
}

function questionErrors(
  questions: readonly QuestionInput[],
  stored: ReadonlyMap<number, Question>,
): FieldError[] {
  const errors: FieldError[] = []
  const ids = new Set<number>()
  questions.forEach(({ id = 0, kind, choicesDe = [], choicesEn = [] }, index) => {
    const at = `questions[${index}]`
    const before = stored.get(id)
    if (id > 0 && (!before || ids.has(id)))
      errors.push({ field: `${at}.id`, ...feedbackErrors.foreignQuestion() })
    // Its answers would mean something else.
    else if (before && before.kind !== kind)
      errors.push({ field: `${at}.kind`, ...feedbackErrors.kindFixed() })
    ids.add(id)
    const { hasChoices } = questionKinds[kind]
    if (hasChoices && choicesDe.length < 2)
      errors.push({ field: `${at}.choicesDe`, ...feedbackErrors.choicesMissing() })
    if (!hasChoices && choicesDe.length + choicesEn.length > 0)
      errors.push({ field: `${at}.choicesDe`, ...feedbackErrors.choicesNotAllowed() })
    if (choicesEn.length > 0 && choicesEn.length !== choicesDe.length)
      errors.push({ field: `${at}.choicesEn`, ...feedbackErrors.choicesDiffer() })
  })
  return errors
}

/**
 * Replaces the questions of an event. Those left out are retired: their answers stay.
 * @param eventId 0: the default set
 */
export async function writeQuestions(
  tx: Tx,
  eventId: number,
  questions: readonly QuestionInput[],
): Promise<void> {
  if (eventId > 0) {
    const event = await tx
      .selectFrom('event')
      .select('id')
      .where('id', '=', eventId)
      .forUpdate()
      .executeTakeFirst()
    if (!event) throw badRequest([{ field: 'eventId', ...generalErrors.unknownReference() }])
  }
  const stored = new Map((await loadQuestions(tx, eventId)).map((one) => [one.id, one]))
  const errors = questionErrors(questions, stored)
  if (errors.length > 0) throw badRequest(errors)
  const kept = questions.flatMap(({ id = 0 }) => (id > 0 ? [id] : []))
  await sql`update feedback_question set is_retired = true
    where not is_retired and event_id is not distinct from ${eventId || null}::int and id <> all(${kept}::int[])`.execute(
    tx,
  )
  for (const [index, { id = 0, ...question }] of questions.entries()) {
    const complete = withEmptyFields(questionFields, question)
    const values = { ...complete, textEn: complete.textEn.trim(), position: index + 1 }
    // The kind of a stored question is fixed.
    if (id > 0) await updateRow(tx, 'feedback_question', feedbackQuestionFields, id, values)
    else await insertRow(tx, 'feedback_question', feedbackQuestionFields, { ...values, eventId })
  }
}
