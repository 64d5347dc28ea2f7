import { defineErrors } from '../../platform/ground/error-text.ts'

export const eventQueryErrors = defineErrors('eventQuery', {
  endBeforeStart: 'must not be before dateStart',
  trainersNotRequested: 'needs mainDateTrainer or allDateTrainers',
  unknownFileSelection: '{value} is neither an access right, a diskitem id nor all',
})
