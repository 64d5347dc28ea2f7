// The names of rights.
import { useTranslate } from 'ra-core'

/** Keys of texts have no colon. */
export const rightKey = (right: string): string => right.replace(':', '_')

export function useRightName(): (right: string) => string {
  const translate = useTranslate()
  return (right) => translate(`users.rights.${rightKey(right)}.name`, { _: right })
}
