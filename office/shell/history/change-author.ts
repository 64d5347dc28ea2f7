// The user of a change, and its source if not the back office.
import { useTranslate } from 'ra-core'
import type { Change } from '../api/conflict.ts'

/** `Jonas Weber`, `Jonas Weber (interface)`, `kontor import`, `Tilda Lehr (link for trainers)` */
export function useChangeAuthor(): (change: Pick<Change, 'actor' | 'via'>) => string {
  const translate = useTranslate()
  return ({ actor, via }) => {
    const [, trainer] = /^trainer-link (.*)/.exec(via) ?? []
    const source =
      trainer !== undefined
        ? translate('attendance.byLink', { name: trainer })
        : via === 'office'
          ? ''
          : translate(`shell.changes.via.${via}`, { _: via })
    if (actor.name === '') return source || translate('shell.changes.somebody')
    return source ? `${actor.name} (${source})` : actor.name
  }
}
