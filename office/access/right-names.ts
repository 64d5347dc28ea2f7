// The names of rights.
import { useTranslate } from 'ra-core'
import type { UserRight } from '../../server/platform/ground/rights.ts'

/** Keys of texts have no colon. */
type RightKey<R extends string> = R extends `${infer Whole}:${infer Part}` ? `${Whole}_${Part}` : R

/** The texts of each right. */
export type RightTexts = Record<RightKey<UserRight>, { name: string; text: string }>

export const rightKey = (right: string): string => right.replace(':', '_')

export function useRightName(): (right: string) => string {
  const translate = useTranslate()
  return (right) => translate(`users.rights.${rightKey(right)}.name`, { _: right })
}
