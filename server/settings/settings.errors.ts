import { defineErrors } from '../platform/http/error-text.ts'

export const settingsErrors = defineErrors('settings', {
  builtIn: 'This value came with Kontor, and stays.',
  fixedMeaning: 'cannot be changed',
  usedKey: 'is in use',
  unknownList: 'There is no list {list}.',
  unknownValue: 'There is no {key} in the list {list}.',
  timeZone: 'must be a time zone such as Europe/Berlin',
  decimals: 'must have at most {max} decimals',
  tooFarAway: 'is too far away',
})
