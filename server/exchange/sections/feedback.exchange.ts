// Data set: questions of feedback.

import Type from 'typebox'
import { type QuestionKind, questionKindNames, questionKinds } from '../../feedback/question-kinds.ts'
import { bool, id, integer, reference, shortText, text, texts } from '../../platform/database/fields.ts'
import { tableSection } from '../records/section.ts'

export const feedbackQuestions = tableSection({
  name: 'feedbackQuestions',
  table: 'feedback_question',
  required: ['kind', 'textDe'],
  fields: {
    id: ['id', id],
    eventId: ['event_id', reference],
    position: ['position', integer],
    kind: ['kind', { ...text, schema: Type.Enum(questionKindNames) }],
    textDe: ['text_de', { ...shortText, schema: Type.String({ minLength: 1 }) }],
    textEn: ['text_en', shortText],
    choicesDe: ['choices_de', texts],
    choicesEn: ['choices_en', texts],
    isRetired: ['is_retired', bool],
  },
  references: { eventId: 'event' },
  normalize(item, _raw, pointer, errors) {
    if (questionKinds[item['kind'] as QuestionKind].hasChoices !== item['choicesDe'].length > 0)
      errors.add(
        `${pointer}/choicesDe`,
        'is required for questions of kind choice, and not allowed otherwise',
      )
    if (item['choicesEn'].length > 0 && item['choicesEn'].length !== item['choicesDe'].length)
      errors.add(`${pointer}/choicesEn`, 'must be left out, or have as many choices as choicesDe')
    return item
  },
})
