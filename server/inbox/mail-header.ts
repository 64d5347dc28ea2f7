// Headers of mail as a mail program gives them (decision 13.5): kept as they are, shortened where they are shown.

/** The length of a subject in a task and a logbook, in characters. */
const shownLength = 255

/** A subject as a task shows it. */
export function shownSubject(subject: string): string {
  if (subject.length <= shownLength) return subject
  const characters = [...subject]
  return characters.length <= shownLength ? subject : `${characters.slice(0, shownLength - 1).join('')}…`
}

/** A Message-ID without its angle brackets; '': none. */
export const messageIdOf = (header: string): string => header.replaceAll(/[<>]/g, '').trim()
