// A contact made by one statement (decisions 4.1 to 4.7).
import type { PhoneType } from '../addresses/address.schema.ts'
import { unknownCategoryError } from '../addresses/category.sql.ts'
import {
  type ContactDetailsInput,
  type ContactDetailsShape,
  cachedStatements,
  contactDetailCtes,
  contactDetailsShape,
  contactDetailValues,
} from '../addresses/contact-details.sql.ts'
import { companyByNameQuery } from '../companies/company.sql.ts'
import { actorOf, query, queryAutocommit, setActor, type Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/http/errors.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import { identityConflict } from './identity.ts'

/** What a new contact can be made from; POST /contacts and the newsletter share it. */
export type ContactData = ContactDetailsInput & {
  salutation?: string | undefined
  title?: string | undefined
  firstName?: string | undefined
  lastName: string
  company?: string | undefined
  /** '': none, and so no identity; what a file of contacts may have. */
  email: string
  commTemplateId?: number | undefined
  externalNewsletter?: string | undefined
  externalNewsletterId?: string | undefined
}

export const defaultAddressType = (data: {
  company?: unknown
  department?: unknown
  position?: unknown
}): number => (data.company || data.department || data.position ? 1 : 2)

type Values = Record<string, unknown>

const statementValues = (data: ContactData): Values => ({
  salutation: data.salutation ?? '',
  title: data.title ?? '',
  firstName: data.firstName ?? '',
  lastName: data.lastName,
  lastNameKey: comparisonKey(data.lastName),
  company: data.company ?? '',
  companyKey: data.company && comparisonKey(data.company),
  commTemplateId: data.commTemplateId,
  externalNewsletter: data.externalNewsletter,
  externalNewsletterId: data.externalNewsletterId,
  ...contactDetailValues(data, defaultAddressType(data)),
})

/** Which parts a statement has: what a request does not name costs nothing. */
type StatementShape = ContactDetailsShape & {
  identity: boolean
  company: boolean
  template: boolean
  newsletter: boolean
}

const shapeOf = (data: ContactData, values: Values): StatementShape => ({
  ...contactDetailsShape(data),
  identity: values['lastNameKey'] !== '' && data.email !== '',
  company: Boolean(data.company),
  template: data.commTemplateId !== undefined,
  newsletter: Boolean(data.externalNewsletter),
})

/** What a request may refer to: the part that needs it, its field, where it is known, and what is said where it is not. */
const references = [
  {
    part: 'category',
    field: 'categoryId',
    type: 'integer',
    column: 'contact_category where id',
    fault: ({ categoryId }: ContactData) => unknownCategoryError('categoryId', categoryId!),
  },
  {
    part: 'template',
    field: 'commTemplateId',
    type: 'integer',
    column: 'communication_template where id',
    fault: ({ commTemplateId }: ContactData): FieldError => ({
      field: 'commTemplateId',
      message: `there is no communication template ${commTemplateId}`,
    }),
  },
  {
    part: 'newsletter',
    field: 'externalNewsletter',
    type: 'text',
    column: 'newsletter_service where service',
    fault: (): FieldError => ({ field: 'externalNewsletter', message: 'is not a known newsletter type' }),
  },
] as const

// The id comes first and takes the identity: where another contact has that, or a reference is unknown, no part after it has
// a row to insert.
const insertStatement = cachedStatements((shape: StatementShape, placeholder) => {
  const unknownReferenceCases = references
    .filter(({ part }) => shape[part])
    .map(
      ({ field, type, column }) =>
        `case when not exists (select from ${column} = ${placeholder(field, type)}) then '${field}' end`,
    )
  const company = shape.company
    ? `same_company as materialized (${companyByNameQuery(placeholder('companyKey', 'text'))})`
    : 'same_company as (select null::integer as id, null::text as last_name)'
  const rejected = `refused as materialized (select array_remove(array[${unknownReferenceCases.join(', ')}], null) as fields)`
  const newId = `fresh as materialized (select nextval('contact_id_seq')::integer as id
      ${unknownReferenceCases.length > 0 ? `from refused where fields = '{}'` : ''})`
  const identity = () => `identity as (
      insert into contact_identity (email_key, last_name_key, contact_id)
      select ${placeholder('emailKey', 'text')}, ${placeholder('lastNameKey', 'text')}, id from fresh
      on conflict do nothing returning contact_id as id)`
  const contact = `own as (
      insert into contact (id, contact_type, salutation, title, first_name, last_name, last_name_key, company, company_id)
      select first.id, 'person', ${placeholder('salutation', 'text')}, ${placeholder('title', 'text')}, ${placeholder('firstName', 'text')},
        ${placeholder('lastName', 'text')}, ${placeholder('lastNameKey', 'text')},
        case when same_company.id is null then ${placeholder('company', 'text')} else '' end, same_company.id
      from ${shape.identity ? 'identity' : 'fresh'} first left join same_company on true
      returning id, company_id)`
  const newsletter = () => `new_newsletter as (
      insert into newsletter_subscription (contact_id, service, external_id, is_active, opt_in, opt_in_executed)
      select id, ${placeholder('externalNewsletter', 'text')}, ${placeholder('externalNewsletterId', 'text')}, true, false, false
      from own)`
  const mail = () => `new_mail as (
      insert into outbox_mail (kind, recipient, contact_id, template_id)
      select 'template', ${placeholder('email', 'text')}, id, ${placeholder('commTemplateId', 'integer')} from own)`
  const ctes = [
    ...(unknownReferenceCases.length > 0 ? [rejected] : []),
    company,
    newId,
    ...(shape.identity ? [identity()] : []),
    contact,
    ...contactDetailCtes(shape, placeholder),
    ...(shape.newsletter ? [newsletter()] : []),
    ...(shape.template ? [mail()] : []),
  ]
  const columns = [
    'own.id',
    'own.company_id as "companyId"',
    'same_company.last_name as "companyName"',
    'new_address.id as "addressId"',
    'new_address.is_invoice as "isInvoice"',
    'new_address.is_invoice_send as "isInvoiceSend"',
    ...(shape.email ? ['new_email.id as "emailId"'] : []),
    ...shape.phones.map((type) => `(select id from new_phone where type = '${type}') as ${type}`),
    ...(unknownReferenceCases.length > 0 ? ['(select fields from refused) as refused'] : []),
  ]
  return `with ${ctes.join(', ')} select ${columns.join(', ')}
      from (select ${setActor(placeholder('actorUser', 'text'), placeholder('actorVia', 'text'))}) always left join (own cross join new_address${shape.email ? ' cross join new_email' : ''}) on true left join same_company on true`
})

/** The ids that a new contact was given, and what else the request does not say. */
export type CreatedContact = {
  id: number
  /** Of the company that was found by its name. */
  companyId: number | null
  companyName: string | null
  addressId: number
  isInvoice: boolean
  isInvoiceSend: boolean
  /** Where the contact has an e-mail address. */
  emailId: number
  /** Ids of the phones that the request gives. */
} & { [type in PhoneType]?: number }

/**
 * Makes a person with a default address.
 * @param mode `only`: nothing else is written in the transaction
 * @throws Failure 400 for references that are unknown; 409 (decision 4.1)
 */
export async function insertContact(
  tx: Tx,
  data: ContactData,
  mode: 'only' | 'part',
): Promise<CreatedContact> {
  const values = statementValues(data)
  const { text, names } = insertStatement(shapeOf(data, values))
  const run = mode === 'only' ? queryAutocommit : query
  const { userId, via } = actorOf(tx)
  values['actorUser'] = String(userId ?? '')
  values['actorVia'] = via
  const [row] = await run<CreatedContact & { refused?: string[] }>(
    tx,
    text,
    names.map((name) => values[name]),
  )
  const { refused = [], ...created } = row!
  if (refused.length > 0)
    throw badRequest(
      references.filter(({ field }) => refused.includes(field)).map(({ fault }) => fault(data)),
    )
  if (created.id === null)
    throw await identityConflict(tx, comparisonKey(data.email), comparisonKey(data.lastName))
  return created
}
