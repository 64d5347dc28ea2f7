// A log entry as a sentence: “Anna Weber changed price “Standard” of date “Führung, 5 Oct 2026””.
import { useTranslate } from 'ra-core'
import { useChangeAuthor } from '../shell/history/change-author.ts'
import { useRecordNaming } from '../shell/history/record-name.ts'
import type { LogEntry } from './log-entry.ts'

/** The changed row, and the record that it belongs to. */
function useEntrySubject(): (entry: LogEntry) => { what: string; of: string } {
  const { typeAndNameOf } = useRecordNaming()
  return ({ rowLabel, subjectLabel, subjectId, tableName }) => {
    if (subjectId === 0 || subjectLabel.tableName === '') return { what: typeAndNameOf(rowLabel, ''), of: '' }
    const subjectText = typeAndNameOf(subjectLabel, subjectId)
    return subjectLabel.tableName === tableName
      ? { what: subjectText, of: '' }
      : { what: typeAndNameOf({ ...rowLabel, tableName }, ''), of: subjectText }
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
