// The questions of an event: its own, or the default set.

import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { feedbackErrors } from './feedback.errors.ts'
import type { Question, QuestionInput } from './feedback.schema.ts'
import { questionKinds } from './question-kinds.ts'

const columns = sql`q.id, q.kind, q.text_de as "textDe", q.text_en as "textEn", q.choices_de as "choicesDe", q.choices_en as "choicesEn"`

/** @param eventId 0: the default set */
export async function loadQuestions(reader: Reader, eventId: number): Promise<Question[]> {
  const { rows } = await sql<Question>`select ${columns} from feedback_question q
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
  for (const [
    index,
    { id = 0, kind, textDe, textEn = '', choicesDe = [], choicesEn = [] },
  ] of questions.entries()) {
    const values = {
      position: index + 1,
      text_de: textDe.trim(),
      text_en: textEn.trim(),
      choices_de: choicesDe,
      choices_en: choicesEn,
    }
    if (id > 0) await tx.updateTable('feedback_question').set(values).where('id', '=', id).execute()
    else
      await tx
        .insertInto('feedback_question')
        .values({ ...values, kind, event_id: eventId || null })
        .execute()
  }
}
