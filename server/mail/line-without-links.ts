// Texts of strangers in mail of the provider: a form must not make it carry their links.

const link = /https?:|www\.|[\p{L}\d-]+\.[a-z]{2,}(?![\p{L}\d.])/iu

/** The text on one line; '' if it has a link or looks like one (`example.com`). */
export const lineWithoutLinks = (text: string): string =>
  link.test(text) ? '' : text.replaceAll(/\s+/g, ' ').trim()
