/** The languages of pages, mail, documents and the back office; the first one where no other is known. */
export const languages = ['de', 'en'] as const
export type Language = (typeof languages)[number]
