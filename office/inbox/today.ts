/** The calendar date where the user sits, `YYYY-MM-DD`. */
export const today = (): string => new Intl.DateTimeFormat('sv-SE').format(new Date())
