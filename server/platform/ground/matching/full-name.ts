// Parses a full name: `Dr. Max von Muster`, `Muster, Max`.

/** Words before a last name that belong to it. */
const particles = new Set(
  'von vom zu zum zur van de den der des dem di del della da dos du la le ten ter af av bin ibn el al'.split(
    ' ',
  ),
)
/** Whether a word before a last name belongs to it: `von`, `van`. */
export const isParticle = (word: string): boolean => particles.has(word)

const mainTitle =
  /^(?:(?:univ|apl|hon)\.?-?)?(?:prof|d?dr|dipl|priv)(?:[.-].*|essor(?:in)?)?$|^(?:mag|ing)\.|^PD$/iu
/** After a main title: `Dr. rer. nat.`, `Prof. h.c.`, `Dipl.-Ing. (FH)`. */
const furtherTitle =
  /^(?:rer|nat|phil|med|jur|iur|oec|pol|theol|dent|vet|pharm|agr|habil|techn|mult|sc|hum|h\.c|e\.h)\.$|^(?:et|\((?:FH|TU|Univ\.|DH|BA)\))$/i
const degree = /^(?:(?:M|B)\.?(?:A|Sc|Eng|Ed)|E?MBA|LL\.?[MB]|Ph\.?D|MPH)\.?$/

/** Whether a text is an academic title alone: `Prof. Dr.`, `Dipl.-Ing. (FH)`, `M.Sc.`. */
export const isAcademicTitle = (text: string): boolean =>
  text.split(/[\s,]+/).every((word) => mainTitle.test(word) || furtherTitle.test(word) || degree.test(word))

/** After a last name: `Müller jun.` */
const generation = /^(?:jun|jr|junior|sen|sr|senior|II|III)\.?$/i

export type NameParts = { salutation: string; title: string; firstName: string; lastName: string }

/** Splits a full name. @param isSalutation whether a word is a salutation; it is returned as it stands there */
export function splitFullName(text: string, isSalutation: (word: string) => boolean): NameParts {
  const [start = '', ...ends] = text.split(',').map((part) => part.trim())
  const words = start.split(/\s+/)
  const salutation = words.length > 1 && isSalutation(words[0]!) ? words.shift()! : ''
  const titles = takeTitles(words)
  const degrees = ends.filter(isAcademicTitle)
  const firstNames = ends.filter((end) => !isAcademicTitle(end)).flatMap((end) => end.split(/\s+/))
  titles.push(...takeTitles(firstNames))
  const title = [titles.join(' '), ...degrees].filter((part) => part !== '').join(', ')
  if (firstNames.length > 0)
    return { salutation, title, firstName: firstNames.join(' '), lastName: words.join(' ') }
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && particles.has(word))
  const name = words.length > 2 && generation.test(words.at(-1)!) ? words.length - 2 : words.length - 1
  const lastAt = particle < 0 ? name : particle
  return {
    salutation,
    title,
    firstName: words.slice(0, lastAt).join(' '),
    lastName: words.slice(lastAt).join(' '),
  }
}

/** Removes the titles at the beginning. */
function takeTitles(words: string[]): string[] {
  const titles: string[] = []
  while (
    words.length > 1 &&
    (mainTitle.test(words[0]!) || (titles.length > 0 && furtherTitle.test(words[0]!)))
  )
    titles.push(words.shift()!)
  return titles
}
