// The texts of the basket, beside those of all pages for visitors.

const german = {
  title: 'Warenkorb',
  heading: 'Warenkorb: mehrere Termine, eine Buchung',
  empty: 'Im Warenkorb ist kein Termin.',
  more: 'Weiteren Termin aussuchen',
  dates: 'Ihre Termine',
  remove: 'Herausnehmen',
  removeDate: (date: string) => `Herausnehmen: ${date}`,
  waitForDate: (date: string) => `Plätze, die nicht frei sind, auf die Warteliste: ${date}`,
  waits: 'Plätze, die nicht frei sind, kommen auf die Warteliste.',
  persons: 'Wer nimmt teil?',
  same: 'Diese Personen nehmen an allen Terminen teil.',
  toEach: 'Für jeden Termin eigene Personen',
  toSame: 'An allen Terminen dieselben Personen',
  personsOf: (date: string) => `Wer nimmt teil: ${date}`,
  at: (date: string, text: string) => `${date}: ${text}`,
  full: 'Kein Platz ist frei.',
  closed: 'Dieser Termin kann nicht gebucht werden.',
  otherProvider: (provider: string) =>
    `Anbieter ist ${provider}. Eine Buchung hat nur einen Anbieter: Bitte buchen Sie diesen Termin für sich.`,
  otherCurrency: (currency: string) =>
    `Der Preis ist in ${currency}. Eine Buchung hat nur eine Währung: Bitte buchen Sie diesen Termin für sich.`,
  most: (count: number) => `Im Warenkorb haben höchstens ${count} Termine Platz.`,
  mostSeats: (count: number) => `Eine Buchung hat höchstens ${count} Plätze, alle Termine zusammen.`,
  missing: 'Ein Termin wird nicht mehr angeboten. Er ist nicht mehr im Warenkorb.',
  sum: 'Summe',
  voucherHint:
    'Ein Betrag gilt für einen Termin, ein Prozentsatz für alle Termine, für die der Gutschein gilt.',
}
export type BasketTexts = typeof german

const informalGerman: BasketTexts = {
  ...german,
  dates: 'Deine Termine',
  otherProvider: (provider) =>
    `Anbieter ist ${provider}. Eine Buchung hat nur einen Anbieter: Bitte buche diesen Termin für sich.`,
  otherCurrency: (currency) =>
    `Der Preis ist in ${currency}. Eine Buchung hat nur eine Währung: Bitte buche diesen Termin für sich.`,
}

const english: BasketTexts = {
  title: 'Basket',
  heading: 'Basket: several dates, one booking',
  empty: 'There is no date in the basket.',
  more: 'Choose another date',
  dates: 'Your dates',
  remove: 'Remove',
  removeDate: (date) => `Remove: ${date}`,
  waitForDate: (date) => `Put seats that are not free on the waiting list: ${date}`,
  waits: 'Seats that are not free go on the waiting list.',
  persons: 'Who attends?',
  same: 'These persons attend all dates.',
  toEach: 'Other persons for each date',
  toSame: 'The same persons at all dates',
  personsOf: (date) => `Who attends: ${date}`,
  at: (date, text) => `${date}: ${text}`,
  full: 'There is no free seat.',
  closed: 'This date cannot be booked.',
  otherProvider: (provider) =>
    `The provider is ${provider}. A booking has one provider: please book this date on its own.`,
  otherCurrency: (currency) =>
    `The price is in ${currency}. A booking has one currency: please book this date on its own.`,
  most: (count) => `A basket has at most ${count} dates.`,
  mostSeats: (count) => `A booking has at most ${count} seats, with all dates together.`,
  missing: 'A date is not offered any more. It has left the basket.',
  sum: 'Sum',
  voucherHint: 'An amount applies to one date, a percentage to all dates that the voucher is valid for.',
}

export const basketTextsOf = (language: 'de' | 'en', addressForm: 'formal' | 'informal'): BasketTexts =>
  language === 'en' ? english : addressForm === 'formal' ? german : informalGerman
