// Names of half days.
import { useTranslate } from 'ra-core'
import { useFormat } from '../shell/language/format.ts'
import type { HalfDay } from './sheet.ts'

export interface HalfDayText {
  /** `Mo., 14. Sept. 2026` */
  day: string
  /** `Vormittag 09:00–13:00`; of a day with one half day: its hours. */
  part: string
  /** Both. */
  name: string
}

export function useHalfDayText(): (halfDay: HalfDay) => HalfDayText {
  const translate = useTranslate()
  const format = useFormat()
  return ({ day, half, isHalf, startTime, endTime }) => {
    const hours = [startTime, endTime].filter(Boolean).join('–')
    const part = [isHalf && translate(`attendance.half.${half}`), hours].filter(Boolean).join(' ')
    const date = format.longDate(day)
    return {
      day: date,
      part: part || translate('attendance.wholeDay'),
      name: [date, part].filter(Boolean).join(', '),
    }
  }
}
