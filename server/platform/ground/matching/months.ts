// The months of a date in words, in German and English. `month_words` of the database has the same (migrations/0076-names.sql).

/** The folded names of each month. */
const names = [
  'januar january',
  'februar february',
  'marz march',
  'april',
  'mai may',
  'juni june',
  'juli july',
  'august',
  'september',
  'oktober october',
  'november',
  'dezember december',
]
const all = new Set(names.flatMap((one) => one.split(' ')))

/** Whether a folded word is the name of a month: it is found as the beginning of a word only, because `email` has `mai`. */
export const isMonth = (word: string): boolean => all.has(word)

const maxMonths = 25

/** `marz march 2027 2027-03` for each month from the first day to the last one, of two years at most. */
export function monthWords(firstDay: string, lastDay: string | null): string {
  let [year = 0, month = 1] = firstDay.split('-').map(Number)
  const end = (lastDay ?? firstDay).slice(0, 7)
  const words: string[] = []
  for (let count = 0; count < maxMonths; count++) {
    const number = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
    if (count > 0 && number > end) break
    words.push(`${names[month - 1]} ${number.slice(0, 4)} ${number}`)
    month = (month % 12) + 1
    if (month === 1) year++
  }
  return words.join(' ')
}
