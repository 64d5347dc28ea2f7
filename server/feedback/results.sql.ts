// Results of feedback. Answers of a date are shown only if those without a name are at least three: fewer could be attributed. What is
// shown of several dates consists of such dates alone, so that no difference of two results is the answer of one person.

import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import type { FeedbackResults, Question, QuestionResult } from './feedback.schema.ts'
import { questionKinds } from './question-kinds.ts'

export const leastAnonymous = 3

/** Of which dates. */
export type FeedbackScope = { dateId: number } | { eventId: number } | { trainerId: number }

const datesOf = (scope: FeedbackScope) =>
  'dateId' in scope
    ? sql`select ${scope.dateId}::int as id`
    : 'eventId' in scope
      ? sql`select id from event_date where event_id = ${scope.eventId}`
      : sql`select date_id as id from date_trainer where trainer_id = ${scope.trainerId}`

export type Response = {
  dateId: number
  dateTitle: string
  startDate: string
  /** '': anonymous. */
  name: string
  answers: Record<string, number | string>
}

/** The answers that may be shown, in an order that tells nothing. */
export async function loadResponses(reader: Reader, scope: FeedbackScope): Promise<Response[]> {
  const { rows } = await sql<Response>`
    select r.date_id as "dateId", coalesce(nullif(d.title, ''), e.title) as "dateTitle", coalesce(d.start_date::text, '') as "startDate",
      coalesce(trim(c.first_name || ' ' || c.last_name), '') as name, r.answers
    from feedback_response r join event_date d on d.id = r.date_id join event e on e.id = d.event_id
    left join booking b on b.id = r.booking_id left join contact c on c.id = b.contact_id
    where r.date_id in (${datesOf(scope)}) and (
      select count(*) from feedback_response o where o.date_id = r.date_id and o.booking_id is null) not between 1 and ${leastAnonymous - 1}
    order by d.start_date desc, r.date_id, r.id`.execute(reader)
  return rows
}

/** The questions that have answers, or are asked now. */
export async function questionsOf(reader: Reader, responses: readonly Response[]): Promise<Question[]> {
  const ids = [...new Set(responses.flatMap(({ answers }) => Object.keys(answers).map(Number)))]
  const { rows } = await sql<Question>`
    select q.id, q.kind, q.text_de as "textDe", q.text_en as "textEn", q.choices_de as "choicesDe", q.choices_en as "choicesEn"
    from feedback_question q where q.id = any(${ids}::int[]) order by q.event_id nulls first, q.is_retired, q.position, q.id`.execute(
    reader,
  )
  return rows
}

function resultOf(question: Question, responses: readonly Response[]): QuestionResult {
  const given = responses.flatMap(({ answers, name }) => {
    const answer = answers[String(question.id)]
    return answer === undefined ? [] : [{ answer, name }]
  })
  const { maximum, isText } = questionKinds[question.kind]
  const isScale = maximum > 0
  const first = isScale ? 1 : 0
  const length = isScale ? maximum : question.choicesDe.length
  const counts = Array.from(
    { length },
    (_, index) => given.filter(({ answer }) => answer === index + first).length,
  )
  const sum = given.reduce((all, { answer }) => all + Number(answer), 0)
  return {
    ...question,
    answerCount: given.length,
    average: isScale && given.length > 0 ? Math.round((sum / given.length) * 100) / 100 : null,
    counts,
    texts: isText ? given.map(({ answer, name }) => ({ text: String(answer), name })) : [],
  }
}

export async function loadResults(reader: Reader, scope: FeedbackScope): Promise<FeedbackResults> {
  const responses = await loadResponses(reader, scope)
  const questions = await questionsOf(reader, responses)
  const { rows } = await sql<{ invitedCount: number; responseCount: number; hiddenDateCount: number }>`
    with dates as (${datesOf(scope)}), counts as (
      select r.date_id, count(*)::int as all_count, count(*) filter (where r.booking_id is null)::int as anonymous
      from feedback_response r where r.date_id in (select id from dates) group by 1)
    select (select count(distinct i.booking_id)::int from feedback_invitation i join booking b on b.id = i.booking_id
        where b.date_id in (select id from dates)) as "invitedCount",
      coalesce((select sum(all_count)::int from counts), 0) as "responseCount",
      (select count(*)::int from counts where anonymous between 1 and ${leastAnonymous - 1}) as "hiddenDateCount"`.execute(
    reader,
  )
  return { ...rows[0]!, questions: questions.map((question) => resultOf(question, responses)) }
}
