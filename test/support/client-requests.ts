// Requests to every endpoint that name the records of other clients, or those of client 3.
import type { TSchema } from 'typebox'
import { integrationPrefix } from '../../server/integration.ts'
import type { Endpoint } from '../../server/platform/http/endpoint.ts'
import { sampleValue } from './sample-value.ts'
import { idOffset } from './two-clients.ts'

/** The tables of the records that parameters and fields name. */
const tableOfName: Readonly<Record<string, string>> = {
  attachmentId: 'attachment',
  bookingId: 'booking',
  bookingIds: 'booking',
  certificateId: 'certificate',
  confirmationId: 'invoice_confirmation',
  dateId: 'event_date',
  deliveryId: 'webhook_delivery',
  formid: 'newsletter_form',
  formId: 'newsletter_form',
  importId: 'contact_import',
  keyId: 'website_key',
  leadId: 'lead',
  leadid: 'lead',
  leadCategory: 'lead_category',
  linkedDateId: 'event_date',
  linkedDateIds: 'event_date',
  linkId: 'attendance_link',
  messageId: 'message',
  moduleDateIds: 'event_date',
  orderId: 'booking_order',
  partId: 'booking',
  participantId: 'booking',
  replyId: 'outbox_mail',
  sourceDateId: 'event_date',
  taskId: 'task',
  tcpId: 'booking',
  webhookId: 'webhook',
}

/** Of the records in paths such as `/dates/{id}`. */
const tableOfPath: Readonly<Record<string, string>> = {
  dates: 'event_date',
  bookings: 'booking',
  orders: 'booking_order',
  withdrawals: 'withdrawal',
  'newsletter-forms': 'newsletter_form',
  'outbox-mails': 'outbox_mail',
  'lead-categories': 'lead_category',
  'saved-views': 'saved_view',
  leads: 'lead',
  tasks: 'task',
  certificates: 'certificate',
  imports: 'contact_import',
  messages: 'message',
}

/** Of parameters that are no ids. */
const textOfName: Readonly<Record<string, string>> = {
  cause: 'booked',
  contactid: '21',
  emailaddress: 'jana@zuhause.example',
  filename: 'a.csv',
  key: 'x',
  kind: 'participant-list',
  list: 'booking-statuses',
  owner: 'event',
  searchPeriod: 'all',
  clientId: '1',
  letterheadId: '1',
  contactId: '21',
  companyId: '11',
  trainerId: '7',
  locationId: '31',
  event: '1',
  slug: '1',
  name: 'x',
  problem: 'not-found',
  secret: 'x'.repeat(43),
}

/** Parameters that only say how a list is shown. */
const isOfThePage: ReadonlySet<string> = new Set(['page', 'perPage', 'sort', 'order', 'language'])

/** Whose records a request names. */
export type Whose = 'others' | 'own'

/** The id of one record of other clients, by table. */
export type Others = Readonly<Record<string, number>>

function valueOfParameter(others: Others, path: string, name: string, whose: Whose): string {
  const table = name === 'id' ? tableOfPath[path.split('/')[1]!] : tableOfName[name]
  if (table === undefined) return textOfName[name] ?? '1'
  const id = others[table] ?? 1
  return String(whose === 'others' ? id : id + idOffset)
}

/** A path whose parameters name records. */
export const fill = (others: Others, path: string, whose: Whose): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => valueOfParameter(others, path, name, whose))

export type Node = TSchema & {
  type?: string
  items?: Node
  anyOf?: Node[]
  properties?: Record<string, Node>
  required?: string[]
}

/** A value of a schema whose ids are those of records of others. */
export function bodyOf(
  others: Others,
  schema: Node,
  name: string,
  path: string,
  onlyRequired: boolean,
): unknown {
  if (schema.anyOf) return bodyOf(others, schema.anyOf[0]!, name, path, onlyRequired)
  if (schema.type === 'object') {
    const names = Object.keys(schema.properties ?? {}).filter(
      (one) => !onlyRequired || schema.required?.includes(one),
    )
    return Object.fromEntries(
      names.map((one) => [one, bodyOf(others, schema.properties![one]!, one, path, onlyRequired)]),
    )
  }
  if (schema.type === 'array') return [bodyOf(others, schema.items!, name, path, onlyRequired)]
  const table = tableOfName[name] ?? (/^ids?$/.test(name) ? tableOfPath[path.split('/')[1]!] : undefined)
  if (schema.type === 'integer' && table) return others[table] ?? 1
  if (schema.type === 'integer' && textOfName[name] && /Id$/.test(name)) return Number(textOfName[name])
  if (/[eE]mail$/.test(name)) return 'jana@zuhause.example'
  try {
    return sampleValue(name, schema)
  } catch {
    return 'x'
  }
}

export type Call = {
  method: string
  path: string
  headers: Record<string, string>
  payload?: string | undefined
}
/** A request to each of the worlds. */
export type Request = { what: string; isWrite: boolean; calls: readonly [Call, Call] }

export type Scheme = 'interface' | 'integration' | 'office'
const prefixes = { interface: '/restapi/v1', integration: integrationPrefix, office: '/office/api' } as const

/** @param headersOf the credentials of the user in each of the worlds */
export function requestsOf(
  endpoint: Endpoint,
  scheme: Scheme,
  others: Others,
  headersOf: (world: number, scheme: Scheme) => Record<string, string>,
): Request[] {
  const { method, path } = endpoint
  const requests: Request[] = []
  const add = (target: string, body?: unknown) => {
    const payload = endpoint.upload
      ? 'Vorname;Nachname;E-Mail\nA;B;a@b.example\n'
      : body === undefined
        ? undefined
        : JSON.stringify(body)
    const calls = [0, 1].map((world): Call => {
      const type = endpoint.upload ? 'application/octet-stream' : 'application/json'
      return {
        method,
        path: prefixes[scheme] + target,
        headers: { ...headersOf(world, scheme), ...(payload === undefined ? {} : { 'content-type': type }) },
        payload,
      }
    }) as [Call, Call]
    requests.push({
      what: `${scheme} ${method} ${target} ${payload ?? ''}`,
      isWrite: method !== 'GET',
      calls,
    })
  }
  const targets = [...new Set([fill(others, path, 'others'), fill(others, path, 'own')])]
  const query = (endpoint.query ?? endpoint.input) as Node | undefined
  for (const target of targets) {
    if (method !== 'GET') {
      const body = (endpoint.body ?? endpoint.input) as Node | undefined
      if (!body) add(target)
      else for (const onlyRequired of [true, false]) add(target, bodyOf(others, body, '', path, onlyRequired))
      continue
    }
    const required = (query?.required ?? []).map(
      (name) => [name, bodyOf(others, query!.properties![name]!, name, path, true)] as const,
    )
    const withQuery = (more: (readonly [string, unknown])[]) => {
      const parameters = new URLSearchParams(
        [...required, ...more].map(([name, value]): [string, string] => [name, String(value)]),
      )
      return parameters.size > 0 ? `${target}?${parameters}` : target
    }
    add(withQuery([]))
    for (const [name, schema] of Object.entries(query?.properties ?? {}))
      if (!query!.required?.includes(name) && !isOfThePage.has(name))
        add(withQuery([[name, name === 'q' ? 'excel' : bodyOf(others, schema, name, path, true)]]))
  }
  return requests
}
