import { defineErrors } from '../platform/ground/error-text.ts'

export const feedbackErrors = defineErrors('feedback', {
  foreignQuestion: 'is not a question of this event',
  choicesMissing: 'must have at least two choices',
  choicesNotAllowed: 'is only for questions with choices',
  choicesDiffer: 'must be left out, or have as many choices as in German',
  kindFixed: 'cannot be changed',
})
