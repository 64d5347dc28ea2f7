// An entry of the log as one sentence: “Anna Weber changed price “Standard” of date “Führung, 5 Oct 2026””.
import { useTranslate } from 'ra-core'
import { useAuthor } from '../shell/history/change-author.ts'
import { useNaming } from '../shell/history/record-name.ts'
import type { LogEntry } from './entry.ts'

/** What an entry is about, and the record that this is a part of. */
function useAbout(): (entry: LogEntry) => { what: string; of: string } {
  const { whatIs } = useNaming()
  return ({ partNamed, subjectNamed, subjectId, relation }) => {
    if (subjectId === 0 || subjectNamed.kind === '') return { what: whatIs(partNamed, ''), of: '' }
    const whole = whatIs(subjectNamed, subjectId)
    return subjectNamed.kind === relation
      ? { what: whole, of: '' }
      : { what: whatIs({ ...partNamed, kind: relation }, ''), of: whole }
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
