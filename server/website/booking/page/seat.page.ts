// The page of a seat, by a link, for participants who were booked by somebody else: the booking, an offer to answer, and their details.

import { textsOf } from '../../../../website/texts.ts'
import { updateAnswers, updateDetails } from '../../../bookings/booking-details.ts'
import { proveParticipant } from '../../../bookings/orders/claimed-contacts.ts'
import { isCurrent, isOfferedSeat, type LinkedSeat } from '../../../bookings/orders/order-seats.ts'
import { seatPath } from '../../../bookings/orders/seat-link.ts'
import { answerOffers } from '../../../bookings/waiting-list/answer-offers.ts'
import { seatSection } from '../../../documents/orders/order-sections.ts'
import { loadDateOfSeat } from '../../../documents/orders/order-view.ts'
import { saveAndNotify } from '../../../messages/save-and-notify.ts'
import { lockRecord } from '../../../platform/database/change-log.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Language } from '../../../platform/ground/language.ts'
import { maxAnswerLength, type PageText } from '../../../platform/pages/page-html.ts'
import { enteredText, type PageSubmission, type PublicPage } from '../../../platform/pages/public-pages.ts'
import { unknownLink } from '../../../platform/pages/unknown-link.ts'
import { loadParticipantQuestions } from '../questions.sql.ts'
import { fileLinks } from './documents.file.ts'
import { documentsOfSeats } from './documents.ts'
import { findSeat, linkedDateLabel } from './linked-order.ts'
import { answerOf, offeredSeats, offerForm, unlessEnded } from './offer.part.ts'
import { seatLine } from './overview.ts'
import { answerFields, enteredAnswers, shownAnswers } from './participant-questions.ts'
import { texts } from './texts.ts'

const noteFields = ['dietaryNotes', 'accessibilityNotes'] as const

type SeatView = {
  secret: string
  seat: LinkedSeat
  language: Language
  today: string
  timeZone: string
  notice?: string
  alert?: string
  /** The input of the visitor, if it has to be corrected. */
  fields?: URLSearchParams
  wrong?: ReadonlySet<number>
}

async function render(reader: Reader, view: SeatView): Promise<PageText> {
  const { secret, seat, language, today, timeZone, notice, alert } = view
  const text = texts[language]
  const page = {
    status: alert === undefined ? 200 : 422,
    title: text.seatTitle,
    sections: [seatSection(await loadDateOfSeat(reader, seat), language)],
    ...(notice !== undefined && { notice }),
    ...(alert !== undefined && { alert }),
  }
  if (isOfferedSeat(seat))
    return { ...page, ...offerForm(await offeredSeats(reader, [seat], language), { language, timeZone }) }
  const files = fileLinks(seatPath(secret), await documentsOfSeats(reader, [seat], language))
  const paragraphs = [
    linkedDateLabel(seat, text.locale),
    ...(seat.goesAhead ? [] : [text.dateCancelled]),
    seatLine(seat, view),
  ]
  if (!isCurrent(seat, today)) return { ...page, paragraphs, files }
  const questions = await loadParticipantQuestions(reader, [seat])
  const fields = answerFields(questions, seat, view, view.wrong)
  return {
    ...page,
    files,
    paragraphs: [...paragraphs, text.notesIntro],
    questions: noteFields.map((name) => ({
      name,
      label: text.notes[name],
      chosen: view.fields?.get(name) ?? seat[name],
    })),
    ...(fields.length > 0 && {
      groups: [{ legend: textsOf(language, 'formal').questions, fields }],
      hidden: shownAnswers(questions, [seat], language),
    }),
    button: text.saveNotes,
  }
}

async function answer(request: PageSubmission, view: SeatView): Promise<PageText> {
  const { tx, fields, now, timeZone } = request
  const { secret, seat, language } = view
  const text = texts[language]
  const { ids, isAccepted } = answerOf(await offeredSeats(tx, [seat], language), fields)
  const isChanged = await unlessEnded(async () => {
    await saveAndNotify(tx, { now, timeZone }, (allocation) => answerOffers(allocation, ids, isAccepted))
    return true
  })
  if (!isChanged) return render(tx, { ...view, alert: text.offerEnded })
  const changed = (await findSeat(tx, secret, request))!
  return render(tx, { ...view, seat: changed, notice: isAccepted ? text.accepted : text.declined })
}

/** Writes what the visitor has changed since the page was opened. */
async function saveNotes({ tx, fields }: PageSubmission, view: SeatView): Promise<PageText> {
  const { seat } = view
  const text = texts[view.language]
  const { isChanged, stored, wrong } = enteredAnswers(
    await loadParticipantQuestions(tx, [seat]),
    seat,
    fields,
  )
  if (isChanged && wrong.size > 0) return render(tx, { ...view, fields, wrong, alert: text.wrong })
  await lockRecord(tx, 'booking', seat.id)
  const notes = Object.fromEntries(
    noteFields.flatMap((name) => {
      const entered = enteredText(fields, name, maxAnswerLength)
      return fields.has(name) && entered !== enteredText(fields, `shown.${name}`) ? [[name, entered]] : []
    }),
  )
  await updateDetails(tx, seat.id, notes)
  if (isChanged) await updateAnswers(tx, seat.id, stored)
  const saved = { ...seat, ...notes, ...(isChanged && { answers: stored }) }
  return render(tx, { ...view, seat: saved, notice: text.notesSaved })
}

export const seatPage: PublicPage = {
  path: seatPath('{secret}'),
  via: 'link',
  async show(request) {
    const { db, params, language, today, timeZone } = request
    const secret = params['secret']!
    const seat = await findSeat(db, secret, request)
    return seat ? render(db, { secret, seat, language, today, timeZone }) : unknownLink(language)
  },
  async submit(request) {
    const { tx, params, fields, language, today, timeZone } = request
    const secret = params['secret']!
    const seat = await findSeat(tx, secret, request)
    if (!seat) return unknownLink(language)
    await proveParticipant(tx, seat.id)
    const view = { secret, seat, language, today, timeZone }
    if (isOfferedSeat(seat)) return answer(request, view)
    return isCurrent(seat, today) && noteFields.some((name) => fields.has(name))
      ? saveNotes(request, view)
      : render(tx, view)
  },
}
