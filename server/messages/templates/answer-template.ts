// A template for the answer to a letter, filled in with the subject of the letter.
import { mailErrors } from '../../mail/mail.errors.ts'
import { type FilledTemplate, renderTemplate } from '../../mail/template.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readSender } from '../compose-messages.ts'
import type { Delivery } from '../delivery.ts'
import { noText } from '../planned-message.ts'
import { recipientLanguage } from '../recipients.ts'
import { loadAddressees, loadMessageDates, loadMessageSeats, readMessageSettings } from '../values.sql.ts'
import { messageValues } from '../values.ts'
import { withOrder } from '../with-order.ts'
import { loadTemplates, textOf } from './templates.ts'

/** Ids are 0 if the letter is about none. */
type Letter = {
  sender: { name: string; address: string }
  contactId: number
  bookingId: number
  dateId: number
}

/** @returns undefined: there is no such template @throws Failure 400 */
export async function fillAnswer(
  reader: Reader,
  templateId: number,
  letter: Letter,
  { settings, now }: { settings: Settings; now: Date },
): Promise<FilledTemplate | undefined> {
  const templates = await loadTemplates(reader)
  if (!templates.byId.has(templateId)) return undefined
  const own = await readMessageSettings(reader)
  const [seat] = await loadMessageSeats(reader, { ids: [letter.bookingId] })
  const date = (await loadMessageDates(reader, [seat?.dateId ?? letter.dateId])).values().next().value
  const contact = (await loadAddressees(reader, [letter.contactId])).get(letter.contactId)
  const addressee = contact ?? {
    id: 0,
    salutation: '',
    title: '',
    firstName: '',
    lastName: letter.sender.name,
    company: '',
    email: letter.sender.address,
    language: '' as const,
  }
  const language = recipientLanguage(addressee, date, own.language)
  const isOrderer = seat?.participant?.id !== addressee.id && seat?.orderer?.id === addressee.id
  const text = textOf({ cause: 'manual', templateId, text: noText }, templates, language)
  const delivery: Delivery = {
    role: isOrderer ? 'orderer' : 'participant',
    addressee,
    language,
    date,
    seats: seat ? [seat] : [],
    participants: [],
    causes: ['manual'],
  }
  const { timeZone } = settings
  const values = messageValues(
    await withOrder(reader, text, delivery, { now, timeZone }),
    await readSender(reader, settings),
  )
  try {
    return renderTemplate(text ?? { subject: '', body: '' }, values, language)
  } catch (error) {
    throw badRequest([
      { field: 'templateId', ...mailErrors.wrongTemplate({ reason: (error as Error).message }) },
    ])
  }
}
