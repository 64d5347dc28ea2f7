// Newsletter subscriptions: finds or inserts the contact, adds categories and missing fields, records the consent.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { addCategories } from '../addresses/category.sql.ts'
import { insertPersons, type NewPerson } from '../contacts/contact.insert.ts'
import { fillMissingFields } from '../contacts/contact.write.ts'
import { linkValidDays } from '../mail/default-confirmation.ts'
import { lockKey, lockNamespace, type Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { comparisonKey, emailKey } from '../platform/ground/text.ts'
import { newsletterErrors } from './newsletter.errors.ts'
import type { Subscription } from './newsletter.schema.ts'

export type SignUpForm = { id: number; double_opt_in: boolean; last_name_required: boolean }

export const findForm = (tx: Tx, id: number): Promise<SignUpForm | undefined> =>
  tx
    .selectFrom('newsletter_form')
    .select(['id', 'double_opt_in', 'last_name_required'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The contact of a subscription (decision 6.2): contactId, else the contact with the e-mail address, else a new one. */
export async function findOrCreateSubscriber(
  tx: Tx,
  form: SignUpForm,
  body: Subscription,
  contactId: number | undefined,
): Promise<{ id: number; existed: boolean }> {
  const data = contactData(body)
  // Two subscriptions of one address at the same moment insert one contact.
  await lockKey(tx, lockNamespace.newsletterEmail, emailKey(body.email))
  const id = contactId ?? (await findSubscriber(tx, body))
  if (id === undefined) {
    if (form.last_name_required && comparisonKey(data.lastName) === '')
      throw badRequest([{ field: 'lastname', ...generalErrors.required() }])
    const [contact] = await insertPersons(tx, [data])
    return { id: contact!.id, existed: false }
  }
  await fillMissingFields(tx, id, data)
  return { id, existed: true }
}

/** The error if contactId is no person or location. */
export async function unknownSubscriberErrors(tx: Tx, id: number | undefined): Promise<FieldError[]> {
  if (id === undefined) return []
  const row = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', '=', id)
    .where('contact_type', '<>', 'company')
    .executeTakeFirst()
  return row ? [] : [{ field: 'contactId', ...newsletterErrors.unknownSubscriber() }]
}

export async function hasEmailAddress(tx: Tx, contactId: number, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('email_address')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('email_key', '=', emailKey(email))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function findSubscriber(tx: Tx, body: Subscription): Promise<number | undefined> {
  const row = await tx
    .selectFrom('email_address as e')
    .innerJoin('contact as c', 'c.id', 'e.contact_id')
    .select('c.id')
    .where('e.email_key', '=', emailKey(body.email))
    .where('c.contact_type', '<>', 'company')
    .orderBy(sql`c.last_name_key = ${comparisonKey(body.lastname ?? '')}`, 'desc')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

const contactData = (body: Subscription): NewPerson => ({
  salutation: body.salutation,
  title: body.title,
  firstName: body.firstname,
  lastName: body.lastname ?? '',
  company: body.company,
  email: body.email,
  department: body.department,
  position: body.position,
  street: body.addr_street,
  houseNumber: body.addr_street_houseno,
  zip: body.addr_zip,
  city: body.addr_city,
  state: body.addr_state,
  country: body.addr_country,
  ...(body.phone ? { phone: { number: body.phone } } : {}),
})

export async function addFormCategories(tx: Tx, formId: number, contactId: number): Promise<void> {
  const rows = await tx
    .selectFrom('newsletter_form_category')
    .select('category_id')
    .where('form_id', '=', formId)
    .execute()
  await addCategories(
    tx,
    contactId,
    rows.map((row) => row.category_id),
  )
}

const kontorType = 'kontor'

const oldestValidLink = (now: Date): Date => new Date(now.getTime() - linkValidDays * 24 * 3_600_000)

/**
 * Records the consent (decision 6.4), unless the contact is subscribed or can still confirm the subscription. With double opt-in,
 * the mail with the link goes to the outbox; the consent has only the hash of the link's secret.
 */
export async function recordConsent(
  tx: Tx,
  form: SignUpForm,
  input: {
    contactId: number
    clientId: number
    email: string
    origin: { address: string; agent: string }
    now: Date
  },
): Promise<void> {
  const subscribed = await tx
    .insertInto('newsletter_subscription')
    .values({
      contact_id: input.contactId,
      service: kontorType,
      external_id: String(form.id),
      is_active: !form.double_opt_in,
      opt_in: form.double_opt_in,
      opt_in_executed: false,
    })
    .onConflict((conflicting) =>
      conflicting
        .columns(['contact_id', 'service', 'external_id'])
        .doUpdateSet({ is_active: !form.double_opt_in, opt_in: form.double_opt_in, opt_in_executed: false })
        // Unsubscribed, or pending with an expired link.
        .where('newsletter_subscription.is_active', '=', false)
        .where((eb) =>
          eb.or([
            eb('newsletter_subscription.opt_in_executed', '=', true),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('newsletter_consent as c')
                  .select('c.id')
                  .where('c.contact_id', '=', input.contactId)
                  .where('c.form_id', '=', form.id)
                  .where('c.confirmation_hash', 'is not', null)
                  .where('c.given_at', '>=', oldestValidLink(input.now)),
              ),
            ),
          ]),
        ),
    )
    .returning('contact_id')
    .executeTakeFirst()
  if (!subscribed) return
  const secret = form.double_opt_in ? randomBytes(24).toString('base64url') : undefined
  const consent = await tx
    .insertInto('newsletter_consent')
    .values({
      contact_id: input.contactId,
      form_id: form.id,
      client_id: input.clientId,
      email: input.email,
      given_ip_address: input.origin.address,
      given_user_agent: input.origin.agent,
      given_at: input.now,
      confirmation_hash: secret ? createHash('sha256').update(secret).digest() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!secret) return
  await tx
    .insertInto('outbox_mail')
    .values({
      kind: 'double_opt_in',
      recipient: input.email,
      contact_id: input.contactId,
      consent_id: consent.id,
      data: JSON.stringify({ secret }),
      created_at: input.now,
    })
    .execute()
}
