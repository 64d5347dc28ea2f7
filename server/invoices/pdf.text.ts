// Texts of the PDF. It uses the standard fonts of PDF, which are limited to the characters of Windows-1252.

export type Language = 'de' | 'en'

export const pdfTexts = {
  de: {
    title: 'Rechnungsbestätigung',
    number: 'Nummer',
    date: 'Datum',
    booking: 'Buchung',
    reference: 'Ihre Referenz',
    cancellationFee: 'Stornogebühr',
    event: 'Veranstaltung',
    period: 'Zeitraum',
    position: 'Pos.',
    article: 'Leistung',
    tax: 'MwSt.',
    price: 'Preis',
    net: 'netto',
    gross: 'brutto',
    sumNet: 'Netto',
    sumTax: 'MwSt.',
    sumGross: 'Brutto',
    total: 'Gesamt',
    continued: 'Fortsetzung',
    page: (page: number, of: number) => `Seite ${page} von ${of}`,
    notShown: 'Zeichen, die dieses Dokument nicht darstellen kann, stehen als Fragezeichen.',
  },
  en: {
    title: 'Invoice confirmation',
    number: 'Number',
    date: 'Date',
    booking: 'Booking',
    reference: 'Your reference',
    cancellationFee: 'Cancellation fee',
    event: 'Event',
    period: 'Period',
    position: 'No.',
    article: 'Item',
    tax: 'VAT',
    price: 'Price',
    net: 'net',
    gross: 'gross',
    sumNet: 'Net',
    sumTax: 'VAT',
    sumGross: 'Gross',
    total: 'Total',
    continued: 'continued',
    page: (page: number, of: number) => `Page ${page} of ${of}`,
    notShown: 'Characters that this document cannot show are shown as question marks.',
  },
} as const

const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')
const substitutes: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  '\u202f': '\u00a0',
  '\u2009': ' ',
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\t': ' ',
}

const isEncodable = (character: string): boolean => {
  const code = character.codePointAt(0)!
  return (
    character === '\n' ||
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0xff) ||
    beyondLatin1.has(character)
  )
}

/** Replaces characters that the fonts do not have: by the base character (ő becomes o), else by a question mark. */
export function toWindows1252(text: string): string {
  let encoded = ''
  for (const character of text.normalize('NFC').replace(/\r\n?/g, '\n')) {
    if (isEncodable(character)) encoded += character
    else if (substitutes[character] !== undefined) encoded += substitutes[character]
    else if (/\p{Cc}|\p{Cf}|\p{Variation_Selector}/u.test(character)) continue
    else {
      const plain = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
      encoded += plain.length > 0 && plain.every(isEncodable) ? plain.join('') : '?'
    }
  }
  return encoded
}

/** Whether `toWindows1252` replaces characters by question marks. */
export const losesCharacters = (text: string): boolean =>
  toWindows1252(text).split('?').length > text.split('?').length
