// Data set: questions of feedback.

import Type from 'typebox'
import { type QuestionKind, questionKinds } from '../../feedback/question-kinds.ts'
import { feedbackQuestionFields } from '../../feedback/questions.sql.ts'
import { bool, id, shortText } from '../../platform/database/fields.ts'
import { tableSection } from '../records/section.ts'

export const feedbackQuestions = tableSection({
  name: 'feedbackQuestions',
  table: 'feedback_question',
  required: ['kind', 'textDe'],
  fields: {
    id: ['id', id],
    ...feedbackQuestionFields,
    textDe: ['text_de', { ...shortText, schema: Type.String({ minLength: 1 }) }],
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
