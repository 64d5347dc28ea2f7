// Data set: questions, links and answers of feedback.
import Type from 'typebox'
import {
  bool,
  day,
  hex,
  id,
  integer,
  jsonColumn,
  reference,
  shortText,
  text,
  texts,
} from '../../platform/database/fields.ts'
import { IsoDate } from '../../platform/http/schema.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import { hashPattern, uuidPattern } from '../records/record-errors.ts'
import { tableSection } from '../records/section.ts'

export const feedbackQuestions = tableSection({
  name: 'feedbackQuestions',
  table: 'feedback_question',
  required: ['kind', 'textDe'],
  fields: {
    id: ['id', id],
    eventId: ['event_id', reference],
    position: ['position', integer],
    kind: ['kind', { ...text, schema: Type.Enum(['scale', 'choice', 'text']) }],
    textDe: ['text_de', { ...shortText, schema: Type.String({ minLength: 1 }) }],
    textEn: ['text_en', shortText],
    choicesDe: ['choices_de', texts],
    choicesEn: ['choices_en', texts],
    isRetired: ['is_retired', bool],
  },
  references: { eventId: 'event' },
  normalize(item, _raw, pointer, errors) {
    if ((item['kind'] === 'choice') !== item['choicesDe'].length > 0)
      errors.add(
        `${pointer}/choicesDe`,
        'is required for questions of kind choice, and not allowed otherwise',
      )
    if (item['choicesEn'].length > 0 && item['choicesEn'].length !== item['choicesDe'].length)
      errors.add(`${pointer}/choicesEn`, 'must be left out, or have as many choices as choicesDe')
    return item
  },
})

export const feedbackInvitations = tableSection({
  name: 'feedbackInvitations',
  table: 'feedback_invitation',
  required: ['participationId', 'hash'],
  fields: {
    id: ['id', id],
    participationId: ['booking_id', id],
    hash: ['hash', { ...hex, schema: Type.String({ pattern: hashPattern }) }],
    isAnswered: ['is_answered', bool],
  },
  references: { participationId: 'participation' },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'hash', (item) => item['hash']),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'feedback_invitation',
      column: `encode(hash, 'hex')`,
      field: 'hash',
      value: (item) => item['hash'],
      name: 'invitation',
    }),
})

export const feedbackResponses = tableSection({
  name: 'feedbackResponses',
  table: 'feedback_response',
  required: ['id', 'dateId', 'givenOn', 'answers'],
  fields: {
    id: ['id', { ...text, schema: Type.String({ pattern: uuidPattern }) }],
    dateId: ['date_id', id],
    participationId: ['booking_id', reference],
    givenOn: ['given_on', { ...day, schema: IsoDate }],
    answers: ['answers', { ...jsonColumn, schema: Type.Unsafe<object>({ type: 'object' }) }],
  },
  references: { dateId: 'date', participationId: 'participation' },
})
