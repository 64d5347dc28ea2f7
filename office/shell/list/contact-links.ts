// Links that reach somebody by the user's own programs.

/** Opens a letter to an address. */
export const mailto = (address: string, subject = ''): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}${subject && `?subject=${encodeURIComponent(subject)}`}`

/** Calls a number, as it is shown. */
export const telephone = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`
