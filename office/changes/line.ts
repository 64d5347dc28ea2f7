// An entry of the log as one sentence: “Anna Weber changed price “Standard” of date 4711”.
import { useTranslate } from 'ra-core'
import { useAuthor } from '../shell/author.ts'
import { humanized } from '../shell/i18n.ts'
import type { LogEntry } from './entry.ts'

/** The table that a subject is: others are its parts. */
const ownTables: Record<string, string> = {
  user: 'app_user',
  date: 'event_date',
  category: 'catalog_category',
  file: 'disk_item',
}

/** What an entry is about: its table by its name, its own name, and the record that it is a part of. */
export function useAbout(): (entry: LogEntry) => { what: string; of: string } {
  const translate = useTranslate()
  const named = (kind: string, name: string): string =>
    name ? translate('changes.named', { kind, name }) : kind
  return ({ relation, partName, subject, subjectId, subjectName }) => {
    const kind = translate(`relations.${relation}`, { _: humanized(relation) })
    const isPart = (ownTables[subject] ?? subject) !== relation
    if (!isPart)
      return {
        what: `${named(kind, subjectName || partName)}${subjectId ? ` (${subjectId})` : ''}`,
        of: '',
      }
    const whole = translate(`relations.${ownTables[subject] ?? subject}`, { _: humanized(subject) })
    return {
      what: named(kind, partName),
      of: `${named(whole, subjectName)}${subjectId ? ` (${subjectId})` : ''}`,
    }
  }
}

export function useSentence(): (entry: LogEntry) => string {
  const translate = useTranslate()
  const author = useAuthor()
  const about = useAbout()
  return (entry) => {
    const { what, of } = about(entry)
    const key = of ? `changes.line.${entry.action}Of` : `changes.line.${entry.action}`
    return translate(key, { who: author(entry), what, of })
  }
}
