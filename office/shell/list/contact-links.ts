// Links for e-mail addresses and phone numbers.

export const mailto = (address: string, subject = ''): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}${subject && `?subject=${encodeURIComponent(subject)}`}`

export const telephone = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`
