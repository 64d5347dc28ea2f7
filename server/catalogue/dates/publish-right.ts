// Publishing is a right of its own, also where a date's other values are written.
import { assertRights, type Principal } from '../../platform/auth/principal.ts'

/**
 * Publishing a date, or taking it back, requires its right.
 * @param given the value of a request; undefined: it leaves it
 * @throws Failure 403
 */
export function assertMayPublish(principal: Principal, given: boolean | undefined, before = false): void {
  if (given !== undefined && given !== before) assertRights(principal, ['catalogue:publish'])
}
