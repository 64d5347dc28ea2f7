// The texts of quotes: lines, and the rules that apply or do not.
import { formatDay } from '../../../website/date-parts.ts'
import { groupDiscountName } from '../../bookings/group-discount.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { StepObstacle } from '../discounts/order-price.ts'
import type { PriceObstacle } from '../discounts/price-seats.ts'

export const quoteTexts = {
  de: {
    locale: 'de-DE',
    price: 'Preis',
    applies: (price: string) => `„${price}“ gilt.`,
    appliesUntil: (price: string, day: string) => `„${price}“ gilt bis ${day}.`,
    onlyOne: (price: string) => `„${price}“ gilt, weil an diesem Tag kein anderer Preis gilt.`,
    early: (price: string, day: string) => `„${price}“ gilt erst ab ${day}.`,
    late: (price: string, day: string) => `„${price}“ galt bis ${day}.`,
    other: (price: string, first: string) => `„${price}“ gilt nicht, weil „${first}“ vorgeht.`,
    forOthers: (price: string, category: string) => `„${price}“ gilt nur für: ${category}.`,
    none: 'Der Termin hat keinen Preis.',
    perSeat: (share: string) => `${share} von jedem Platz`,
    perOrder: (amount: string) => `${amount} von der Buchung`,
    groupDiscount: groupDiscountName.de,
    groupDiscountApplies: (name: string, share: string) =>
      `Der ${name} gilt: ${share}. Der Rabatt gilt für Plätze, die gebucht bleiben: Werden Plätze storniert oder umgebucht, richtet sich der Preis der übrigen nach ihrer Zahl. Plätze auf der Warteliste zählen nicht mit.`,
    groupDiscountNot: {
      tooFewSeats: (name, share) => `Der ${name} gilt noch nicht: ${share}.`,
      higherStep: (name) => `Der ${name} gilt nicht, weil ein höherer vorgeht.`,
      voucher: (name) => `Der ${name} gilt nicht zusammen mit dem Gutschein, der mehr spart.`,
    } satisfies Record<StepObstacle, (name: string, share: string) => string>,
    voucher: (code: string) => `Gutschein ${code}`,
    voucherApplies: (code: string, share: string) => `Der Gutschein „${code}“ gilt: ${share}.`,
    oncePerPerson: 'Jede Person kann ihn einmal einlösen.',
    voucherNot: {
      unknown: (code) => `Den Gutschein „${code}“ gibt es nicht.`,
      otherEvent: (code) => `Der Gutschein „${code}“ gilt nicht für diese Veranstaltung.`,
      early: (code, day) => `Der Gutschein „${code}“ gilt erst ab ${day}.`,
      late: (code, day) => `Der Gutschein „${code}“ galt bis ${day}.`,
      usedUp: (code) => `Der Gutschein „${code}“ ist aufgebraucht.`,
      usedByPerson: (code) => `Den Gutschein „${code}“ kann jede Person nur einmal einlösen.`,
      currency: (code) => `Der Gutschein „${code}“ gilt für eine andere Währung.`,
      limitedPrice: (code) => `Der Gutschein „${code}“ gilt nicht für einen Preis mit Frist.`,
      groupDiscount: (code) =>
        `Der Gutschein „${code}“ gilt nicht zusammen mit dem Gruppenrabatt, der mehr spart.`,
      nothingToPay: (code) => `Der Gutschein „${code}“ wird nicht gebraucht: Es ist nichts zu zahlen.`,
    } satisfies Record<PriceObstacle['why'], (code: string, day: string) => string>,
  },
  en: {
    locale: 'en-GB',
    price: 'Price',
    applies: (price: string) => `“${price}” applies.`,
    appliesUntil: (price: string, day: string) => `“${price}” applies until ${day}.`,
    onlyOne: (price: string) => `“${price}” applies because no other price does on this day.`,
    early: (price: string, day: string) => `“${price}” applies only from ${day} on.`,
    late: (price: string, day: string) => `“${price}” applied until ${day}.`,
    other: (price: string, first: string) => `“${price}” does not apply because “${first}” comes first.`,
    forOthers: (price: string, category: string) => `“${price}” is valid only for: ${category}.`,
    none: 'The date has no price.',
    perSeat: (share: string) => `${share} off each seat`,
    perOrder: (amount: string) => `${amount} off the booking`,
    groupDiscount: groupDiscountName.en,
    groupDiscountApplies: (name: string, share: string) =>
      `${name} applies: ${share}. The discount holds for seats that stay booked: if seats are cancelled or moved, the price of the others depends on their number. Seats on the waiting list do not count.`,
    groupDiscountNot: {
      tooFewSeats: (name, share) => `${name} does not apply yet: ${share}.`,
      higherStep: (name) => `${name} does not apply because a higher one comes first.`,
      voucher: (name) => `${name} does not apply together with the voucher, which saves more.`,
    } satisfies Record<StepObstacle, (name: string, share: string) => string>,
    voucher: (code: string) => `Voucher ${code}`,
    voucherApplies: (code: string, share: string) => `The voucher “${code}” applies: ${share}.`,
    oncePerPerson: 'Each person can use it once.',
    voucherNot: {
      unknown: (code) => `There is no voucher “${code}”.`,
      otherEvent: (code) => `The voucher “${code}” is not valid for this event.`,
      early: (code, day) => `The voucher “${code}” is valid only from ${day} on.`,
      late: (code, day) => `The voucher “${code}” was valid until ${day}.`,
      usedUp: (code) => `The voucher “${code}” is used up.`,
      usedByPerson: (code) => `Each person can use the voucher “${code}” only once.`,
      currency: (code) => `The voucher “${code}” is for another currency.`,
      limitedPrice: (code) => `The voucher “${code}” is not valid for a price that is limited in time.`,
      groupDiscount: (code) =>
        `The voucher “${code}” does not apply together with the group discount, which saves more.`,
      nothingToPay: (code) => `The voucher “${code}” is not needed: there is nothing to pay.`,
    } satisfies Record<PriceObstacle['why'], (code: string, day: string) => string>,
  },
} as const satisfies Record<Language, object>

/** A day in words: `31. Dezember 2026`. */
export const dayText = (day: string, language: Language): string => formatDay(day, quoteTexts[language])

/** Why a voucher does not apply. */
export const voucherObstacleText = (code: string, obstacle: PriceObstacle, language: Language): string =>
  quoteTexts[language].voucherNot[obstacle.why](
    code,
    'day' in obstacle ? dayText(obstacle.day, language) : '',
  )
