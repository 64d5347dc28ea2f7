// Who made a change, and by which way if not in the back office.
import { useTranslate } from 'ra-core'
import type { Change } from './conflict.ts'

/** `Jonas Weber`, `Jonas Weber (interface)`, `kontor import` */
export function useAuthor(): (change: Pick<Change, 'actor' | 'via'>) => string {
  const translate = useTranslate()
  return ({ actor, via }) => {
    const way = via === 'office' ? '' : translate(`shell.changes.via.${via}`, { _: via })
    if (actor.name === '') return way || translate('shell.changes.somebody')
    return way ? `${actor.name} (${way})` : actor.name
  }
}
