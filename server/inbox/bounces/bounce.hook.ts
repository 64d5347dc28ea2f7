// POST /hooks/bounces: a mail service tells what did not arrive.
import Type, { type Static } from 'typebox'
import { badRequest, notFound } from '../../platform/ground/errors.ts'
import { record } from '../../platform/ground/schema.ts'
import type { Hook } from '../../platform/http/request/hooks.ts'
import { inboxErrors } from '../inbox.errors.ts'
import { oneLine } from '../mail-addresses.ts'
import { findLastMailTo, findSentMail, recordBounce } from './record-bounces.ts'

const maxReasonLength = 500

const BounceReport = record({
  /** The Message-ID of the mail, with or without angle brackets. */
  messageId: Type.Optional(Type.String({ maxLength: 255 })),
  recipient: Type.Optional(Type.String({ format: 'email-address' })),
  reason: Type.Optional(Type.String({ maxLength: 10_000 })),
  /** The address does not work at all. */
  permanent: Type.Optional(Type.Boolean()),
})
type BounceReport = Static<typeof BounceReport>

export const bounceHook: Hook<BounceReport> = {
  path: '/hooks/bounces',
  token: ({ bounceToken }) => bounceToken,
  body: BounceReport,
  via: 'mail-service',
  async handle({ messageId = '', recipient = '', reason = '', permanent = false }, { tx, now }) {
    const address = recipient.trim()
    if (messageId.trim() === '' && address === '')
      throw badRequest([{ field: 'messageId', ...inboxErrors.noBouncedMail() }])
    const mail =
      (await findSentMail(tx, messageId.trim().replace(/^<(.*)>$/, '$1'))) ??
      (address === '' ? undefined : await findLastMailTo(tx, address, now))
    if (!mail && address === '') throw notFound(inboxErrors.unknownMail())
    await recordBounce(
      tx,
      mail,
      {
        recipient: address || mail!.recipient,
        reason: oneLine(reason, maxReasonLength),
        isPermanent: permanent,
      },
      now,
    )
  },
}
