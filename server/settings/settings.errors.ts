import { defineErrors } from '../platform/ground/error-text.ts'

export const settingsErrors = defineErrors('settings', {
  builtIn: 'Built-in values cannot be deleted.',
  fixedMeaning: 'cannot be changed',
  usedKey: 'is already in use',
  unknownList: 'There is no list {list}.',
  unknownValue: 'There is no {key} in the list {list}.',
  timeZone: 'must be a time zone such as Europe/Berlin',
  tooFarAway: 'is too far away',
  viewOfOther: 'Only {name} and administrators can change this view.',
})
