// An entry of the log as one sentence: “Anna Weber changed price “Standard” of date “Führung, 5 Oct 2026””.
import { useTranslate } from 'ra-core'
import { useChangeAuthor } from '../shell/history/change-author.ts'
import { useRecordNaming } from '../shell/history/record-name.ts'
import type { LogEntry } from './log-entry.ts'

/** What an entry is about, and the record that this is a part of. */
function useEntrySubject(): (entry: LogEntry) => { what: string; of: string } {
  const { typeAndNameOf } = useRecordNaming()
  return ({ partNamed, subjectNamed, subjectId, relation }) => {
    if (subjectId === 0 || subjectNamed.kind === '') return { what: typeAndNameOf(partNamed, ''), of: '' }
    const subjectText = typeAndNameOf(subjectNamed, subjectId)
    return subjectNamed.kind === relation
      ? { what: subjectText, of: '' }
      : { what: typeAndNameOf({ ...partNamed, kind: relation }, ''), of: subjectText }
  }
}

export function useEntrySentence(): (entry: LogEntry) => string {
  const translate = useTranslate()
  const authorText = useChangeAuthor()
  const subjectOf = useEntrySubject()
  return (entry) => {
    const { what, of } = subjectOf(entry)
    const key = of ? `changes.line.${entry.action}Of` : `changes.line.${entry.action}`
    return translate(key, { who: authorText(entry), what, of })
  }
}
