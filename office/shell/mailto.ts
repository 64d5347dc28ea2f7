/** A link that opens a letter to an address in the user's mail program. */
export const mailto = (address: string, subject = ''): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}${subject && `?subject=${encodeURIComponent(subject)}`}`
