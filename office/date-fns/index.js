// Guessers ask whether a text is a date: one in ISO 8601 is.

export const parseISO = (text) => new Date(/^[+-]?\d{4,6}-\d{2}-\d{2}/.test(text) ? text : Number.NaN)

export const isValid = (date) => !Number.isNaN(Number(date))

/** @param format of which only the ISO 8601 forms are known */
export const isMatch = (text, _format) => isValid(parseISO(text))
