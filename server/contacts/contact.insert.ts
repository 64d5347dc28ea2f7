// A contact made by one statement, which also writes the answer (decisions 4.1 to 4.7).
import { unknownCategory } from '../addresses/category.sql.ts'
import {
  type Given,
  given,
  type NewReach,
  newReach,
  type ReachShape,
  reachColumns,
  reachShape,
  reachValues,
} from '../addresses/new-reach.sql.ts'
import { named } from '../addresses/record.sql.ts'
import { companyByName } from '../companies/company.sql.ts'
import { ask, askAlone, prepared, type Tx } from '../platform/database.ts'
import { badRequest, type Detail } from '../platform/errors.ts'
import { fold } from '../platform/text.ts'
import { contactRecords } from './contact.record.ts'
import { identityTaken } from './identity.ts'

/** What a new contact can be made from; POST /contacts and the newsletter share it. */
export type ContactData = NewReach & {
  salutation?: string | undefined
  title?: string | undefined
  firstName?: string | undefined
  lastName: string
  company?: string | undefined
  email: string
  commTemplateId?: number | undefined
  externalNewsletter?: string | undefined
  externalNewsletterId?: string | undefined
}

export const businessOr = (data: { company?: unknown; department?: unknown; position?: unknown }): number =>
  data.company || data.department || data.position ? 1 : 2

const columns: Given = {
  salutation: 'text',
  title: 'text',
  first_name: 'text',
  last_name: 'text',
  last_name_key: 'text',
  company: 'text',
  company_key: 'text',
  template_id: 'integer',
  ext_type: 'text',
  ext_id: 'text',
  ...reachColumns,
}

const valuesOf = (data: ContactData): unknown[] => [
  data.salutation ?? '',
  data.title ?? '',
  data.firstName ?? '',
  data.lastName,
  fold(data.lastName),
  data.company ?? '',
  fold(data.company ?? ''),
  data.commTemplateId ?? 0,
  data.externalNewsletter ?? '',
  data.externalNewsletterId ?? '',
  ...reachValues(data, businessOr(data)),
]

/** Which parts a statement has: what a request does not name costs nothing. */
type Shape = ReachShape & { identity: boolean; company: boolean; template: boolean; newsletter: boolean }

const shapeOf = (data: ContactData): Shape => ({
  ...reachShape(data),
  identity: fold(data.lastName) !== '',
  company: Boolean(data.company),
  template: data.commTemplateId !== undefined,
  newsletter: Boolean(data.externalNewsletter),
})

/** What a request may refer to: the part that names it, its field, where it is known, and what is said where it is not. */
const references = [
  {
    part: 'category',
    field: 'categoryId',
    known: 'contact_category where id = (select category_id from given)',
    fault: ({ categoryId }: ContactData) => unknownCategory('categoryId', categoryId!),
  },
  {
    part: 'template',
    field: 'commTemplateId',
    known: 'communication_template where id = (select template_id from given)',
    fault: ({ commTemplateId }: ContactData): Detail => ({
      field: 'commTemplateId',
      message: `there is no communication template ${commTemplateId}`,
    }),
  },
  {
    part: 'newsletter',
    field: 'externalNewsletter',
    known: 'newsletter_type where ext_type = (select ext_type from given)',
    fault: (): Detail => ({ field: 'externalNewsletter', message: 'is not a known newsletter type' }),
  },
] as const

const answer = contactRecords(
  {
    loadAllAddresses: 'true',
    loadInvoiceAddresses: 'true',
    loadInvoiceSendAddresses: 'true',
    loadContactImage: 'false',
    loadResourceData: 'false',
  },
  'true',
)

// The id comes first, and the identity takes it: where another contact has the identity, or a reference is unknown, no part
// after it has a row to insert. Parts that insert are named after their tables, so that the record reads the new rows.
function textOf(shape: Shape): string {
  const unknown = references
    .filter(({ part }) => shape[part])
    .map(({ field, known }) => `case when not exists (select from ${known}) then '${field}' end`)
  const parts = [
    named,
    given(columns),
    `refused as materialized (select array_remove(array[${unknown.join(', ')}]::text[], null) as fields)`,
    `company as materialized (${shape.company ? companyByName('(select company_key from given)') : 'select null::integer as id'})`,
    `fresh as materialized (select nextval('contact_id_seq')::integer as id from refused where fields = '{}')`,
    shape.identity
      ? `own as (
    insert into contact_identity (email_key, last_name_key, contact_id)
    select given.email_key, given.last_name_key, fresh.id from fresh, given
    on conflict do nothing returning contact_id as id)`
      : 'own as (select id from fresh)',
    `contact as (
    insert into contact (id, contact_type, salutation, title, first_name, last_name, last_name_key, company, company_id)
    select own.id, 'person', given.salutation, given.title, given.first_name, given.last_name, given.last_name_key,
      case when company.id is null then given.company else '' end, company.id
    from own cross join given left join company on true
    returning *)`,
    ...newReach(shape),
    ...(shape.newsletter
      ? [
          `ext_newsletter as (
    insert into ext_newsletter (contact_id, ext_type, ext_id, is_active, opt_in, opt_in_executed)
    select contact.id, given.ext_type, given.ext_id, true, false, false from contact, given
    returning *)`,
        ]
      : []),
    ...(shape.template
      ? [
          `mail as (
    insert into outbox_mail (kind, recipient, contact_id, template_id)
    select 'template', given.email, contact.id, given.template_id from contact, given)`,
        ]
      : []),
  ]
  return prepared(`with ${parts.join(', ')}
    select r.id, '[' || r.json || ']' as json, refused.fields as refused from refused left join (${answer}) r on true`)
}

const texts = new Map<string, string>()

function statementOf(shape: Shape): string {
  const key = Object.values(shape).map(Number).join('')
  const text = texts.get(key) ?? textOf(shape)
  texts.set(key, text)
  return text
}

type Made = { id: number; json: string }

/**
 * Makes a person with a default address.
 * @param work `only`: nothing else is written in the transaction
 * @returns the id, and the record as the text of a JSON array
 * @throws Failure 400 for references that are unknown; 409 (decision 4.1)
 */
export async function insertContact(tx: Tx, data: ContactData, work: 'only' | 'part'): Promise<Made> {
  const run = work === 'only' ? askAlone : ask
  const [row] = await run<{ id: number | null; json: string | null; refused: string[] }>(
    tx,
    statementOf(shapeOf(data)),
    valuesOf(data),
  )
  const { id, json, refused } = row!
  if (refused.length > 0)
    throw badRequest(
      references.filter(({ field }) => refused.includes(field)).map(({ fault }) => fault(data)),
    )
  if (id === null || json === null) throw await identityTaken(tx, fold(data.email), fold(data.lastName))
  return { id, json }
}
