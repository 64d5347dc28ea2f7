// GET /terms: the terms that a visitor accepts by booking a date.
import Type from 'typebox'
import { type QuestionKind, questionKindNames } from '../../catalogue/records/question-kinds.ts'
import type { WebsiteKey } from '../../platform/auth/website-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type Language, languages } from '../../platform/ground/language.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { publicEndpoint } from '../../platform/http/public/public-endpoint.ts'
import { toResponse } from '../../platform/http/response-cache.ts'
import { hasVouchers } from '../discounts/voucher.sql.ts'
import { PublicCancellationStep } from '../schemas.ts'
import { assertShown, findShownDate } from './bookable-date.ts'
import { loadConfirmationRule } from './confirmation/pending-booking.ts'
import { loadBookingQuestions } from './questions.sql.ts'
import {
  audiences,
  findProvider,
  loadCancellationSteps,
  loadTerms,
  loadWithdrawalException,
} from './terms.sql.ts'
import { findNewsletter } from './visitor-order.ts'

/** The terms and questions of a booking form. */
export async function loadBookingTerms(
  reader: Reader,
  { clientId, isSecret }: Pick<WebsiteKey, 'clientId' | 'isSecret'>,
  { dateId, language }: { dateId: number; language: Language },
) {
  const [
    documents,
    cancellation,
    withdrawalException,
    questions,
    newsletter,
    takesVouchers,
    confirmationRule,
    provider,
  ] = await Promise.all([
    loadTerms(reader, language, dateId),
    loadCancellationSteps(reader, dateId),
    loadWithdrawalException(reader, dateId, language),
    loadBookingQuestions(reader, dateId, language),
    findNewsletter(reader, clientId),
    hasVouchers(reader, dateId),
    loadConfirmationRule(reader, dateId),
    findProvider(reader, dateId),
  ])
  return {
    provider: provider?.name ?? '',
    documents,
    cancellation,
    withdrawalException,
    questions,
    hasNewsletter: newsletter !== undefined,
    takesVouchers,
    isConfirmedByMail: !isSecret && confirmationRule === 'always',
  }
}

const described = (description: string) => Type.String({ description })

const PublicTermsDocument = record(
  {
    id: Id,
    version: Type.Integer({ minimum: 1, description: 'What `accepted` of a booking names beside the id' }),
    title: Type.String(),
    html: described('Without scripts'),
    language: Type.Enum([...languages], {
      description: 'The document may not exist in the language asked for',
    }),
    audience: Type.Enum([...audiences], {
      description: '`consumers`: concerns bookings with `isConsumer: true`; `businesses`: those without',
    }),
    mustBeAccepted: Type.Boolean({
      description: 'false: it is shown, such as the instructions on withdrawal',
    }),
  },
  'PublicTermsDocument',
)

const PublicQuestion = record(
  {
    id: Id,
    kind: Type.Unsafe<QuestionKind>(Type.Enum(questionKindNames)),
    text: Type.String(),
    choices: Type.Array(Type.String(), { description: 'Of a `choice`' }),
    isRequired: Type.Boolean({ description: 'Of a `checkbox`: it has to be ticked' }),
    isPerParticipant: Type.Boolean({
      description: 'Answered by `answers` of each seat with a person, otherwise by `answers` of the booking',
    }),
  },
  'PublicQuestion',
)

export const getTerms = publicEndpoint({
  path: '/terms',
  id: 'getTerms',
  tag: 'Booking',
  summary: 'What is accepted by booking',
  description: `The newest version of each document, and what cancelling costs. Later than the last step says, cancelling costs as much
as by the last step; without steps it is free.`,
  query: Type.Object(
    {
      dateId: Type.Integer({ ...Id, description: 'The date to be booked' }),
      language: Type.Optional(Type.Enum([...languages], { description: 'Of the documents; left out: `de`' })),
    },
    { additionalProperties: false },
  ),
  response: record({
    provider: described('With whom the contract is made: the client of the date'),
    documents: Type.Array(PublicTermsDocument),
    cancellation: Type.Array(PublicCancellationStep, { description: 'From the most days on' }),
    withdrawalException: described('Why consumers cannot withdraw from this booking; empty: they can'),
    questions: Type.Array(PublicQuestion, {
      description: 'What `answers` of a booking and of its seats answer',
    }),
    hasNewsletter: Type.Boolean({ description: 'Whether `newsletter` of a booking subscribes to one' }),
    takesVouchers: Type.Boolean({ description: 'Whether there are vouchers' }),
    isConfirmedByMail: Type.Boolean({
      description: 'Whether the booking is made by a link in a mail, within an hour; not with a secret key',
    }),
  }),
  examples: {
    query: { dateId: 139, language: 'en' },
    response: {
      provider: 'Morgenfurt Akademie GmbH',
      documents: [
        {
          id: 1,
          version: 2,
          title: 'General terms and conditions',
          html: '<p>…</p>',
          language: 'en',
          audience: 'everyone',
          mustBeAccepted: true,
        },
      ],
      cancellation: [
        { daysBefore: 42, feePercent: '0.00' },
        { daysBefore: 14, feePercent: '50.00' },
        { daysBefore: 0, feePercent: '100.00' },
      ],
      withdrawalException: '',
      questions: [
        {
          id: 3,
          kind: 'choice',
          text: 'How did you hear about us?',
          choices: ['Search', 'Recommendation'],
          isRequired: false,
          isPerParticipant: false,
        },
      ],
      hasNewsletter: true,
      takesVouchers: false,
      isConfirmedByMail: false,
    },
  },
  open: (instance) => async (request) => {
    const { dateId, language = 'de' } = request.query
    assertShown(await findShownDate(instance, request, dateId))
    const terms = await loadBookingTerms(instance.db, request.key, { dateId, language })
    return toResponse(Buffer.from(JSON.stringify(terms)))
  },
})
