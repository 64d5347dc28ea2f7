// Entries of the booking form that are probably wrong, and may stand.
import { distance } from 'fastest-levenshtein'
import { checkVAT, countries } from 'jsvat-next'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { countryChoices } from '../server/addresses/country-choices.ts'
import type { VisitorBooking } from '../server/website/booking/booking.schema.ts'
import type { BookingView, FormHint } from './booking-form.ts'

type Texts = BookingView['texts']

/** Domains of many mailboxes. One that looks like another one of them is no typing error. */
const knownDomains = [
  ...['gmail.com', 'googlemail.com', 'icloud.com', 'outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de'],
  ...['live.com', 'live.de', 'yahoo.com', 'yahoo.de', 'aol.com', 'aol.de', 'mail.com', 'email.de', 'mail.de'],
  ...['web.de', 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 't-online.de', 'freenet.de', 'arcor.de'],
  ...['posteo.de', 'mailbox.org', 'online.de', 'vodafone.de', 'proton.me', 'protonmail.com', 'bluewin.ch'],
  ...['ymail.com', 'hispeed.ch', 'aon.at', 'chello.at'],
]

/** One letter is wrong, missing or too many, or two are swapped. */
const isTypoOf = (domain: string, known: string): boolean => {
  const letters = (text: string) => [...text].toSorted().join('')
  const edits = distance(domain, known)
  return edits === 1 || (edits === 2 && domain.length === known.length && letters(domain) === letters(known))
}

function emailHint(texts: Texts, name: string, email: string | undefined): FormHint[] {
  if (!email) return []
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (!domain.includes('.')) return [{ name, text: texts.hints.domain(email) }]
  const meant = knownDomains.includes(domain) ? undefined : knownDomains.find((one) => isTypoOf(domain, one))
  if (!meant) return []
  const value = email.slice(0, email.lastIndexOf('@') + 1) + meant
  return [{ name, text: texts.hints.typo(email), fix: { value, label: texts.hints.use(value) } }]
}

function zipHint(texts: Texts, { zip, country }: VisitorBooking['invoiceTo']): FormHint[] {
  if (!postcodeValidatorExistsForCountry(country) || postcodeValidator(zip, country)) return []
  const { name = country } = countryChoices(texts.language).find(({ code }) => code === country) ?? {}
  return [{ name: 'invoiceTo.zip', text: texts.hints.zip(zip, name) }]
}

function vatHint(texts: Texts, vatId: string | undefined): FormHint[] {
  if (!vatId) return []
  const { isValid, isValidFormat } = checkVAT(vatId, countries)
  if (isValid) return []
  return [
    {
      name: 'invoiceTo.vatId',
      text: isValidFormat ? texts.hints.vatId(vatId) : texts.hints.vatIdForm(vatId),
    },
  ]
}

const houseNumberHint = (texts: Texts, { street, houseNumber }: VisitorBooking['invoiceTo']): FormHint[] =>
  /\d/.test(street + (houseNumber ?? '')) ? [] : [{ name: 'invoiceTo.street', text: texts.hints.houseNumber }]

/** In the order of the form. */
export const hintsOf = (texts: Texts, { orderer, seats, invoiceTo }: VisitorBooking): FormHint[] => [
  ...emailHint(texts, 'orderer.email', orderer.email),
  ...seats.flatMap((seat, at) =>
    'later' in seat || seat.email === orderer.email ? [] : emailHint(texts, `seats[${at}].email`, seat.email),
  ),
  ...houseNumberHint(texts, invoiceTo),
  ...zipHint(texts, invoiceTo),
  ...emailHint(texts, 'invoiceTo.email', invoiceTo.email),
  ...vatHint(texts, invoiceTo.vatId),
]
