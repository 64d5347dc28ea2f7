// Without imports, because the widget cleans texts, too.

/** Control and direction marks, which nobody types on purpose: pasted, they turn a name around or split it. Lines stay. */
const marks = /(?![\t\n\r])\p{Cc}|\p{Bidi_Control}|[\u200b\ufeff]/gu

/** A text that a visitor has typed, without marks that are not seen. */
export const cleanText = (text: string): string => text.replaceAll(marks, '').trim()
