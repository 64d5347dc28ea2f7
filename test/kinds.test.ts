// A kind is a record: code asks for the properties of its members, and compares nothing with their names.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { parseSync } from 'vite'
import { contactTypeNames } from '../server/addresses/contact-types.ts'
import { bookingStatuses, countsAsNames } from '../server/bookings/booking-statuses.ts'
import { invitationAnswerNames } from '../server/bookings/invitation-answers.ts'
import { seatStates } from '../server/bookings/orders/order-seats.ts'
import { orderSourceNames } from '../server/bookings/orders/order-sources.ts'
import { recurrenceKindNames } from '../server/catalogue/dates/recurrence-kinds.ts'
import { dateStatuses } from '../server/catalogue/records/date-statuses.ts'
import { questionKindNames } from '../server/catalogue/records/question-kinds.ts'
import { timelineKindNames } from '../server/contacts/timeline-kinds.ts'
import { questionKindNames as feedbackKinds } from '../server/feedback/question-kinds.ts'
import { importStatusNames } from '../server/imports/import-statuses.ts'
import { duplicateOptionNames, importedTypeNames } from '../server/imports/imported-types.ts'
import { mailProblemNames } from '../server/inbox/mail-problems.ts'
import { mailStatusNames } from '../server/mail/mail-statuses.ts'
import { messageCauses } from '../server/messages/causes.ts'
import { roles } from '../server/messages/roles.ts'
import { changeTopics } from '../server/platform/database/change-topics.ts'
import { userRights } from '../server/platform/ground/rights.ts'
import { candidateGroups, entryKinds, hitKinds } from '../server/search/search-kinds.ts'
import { lookupLists } from '../server/settings/lookup-lists.ts'
import { availabilityNames } from '../server/website/availability.ts'
import { voucherKindNames } from '../server/website/discounts/voucher-kinds.ts'
import { deliveryStatusNames } from '../server/website/webhooks/webhook-events.ts'
import { testInstance } from './support/test-instance.ts'

const root = join(import.meta.dirname, '..')

/**
 * A kind with the file of its record. `operand`: what is compared, where other things have the same names. `checked`: the column
 * whose check constraint has the names, unless it is one of the types of the database.
 */
type Kind = { record: string; names: readonly string[]; operand?: RegExp; checked?: string }
const kinds: readonly Kind[] = [
  { record: 'server/messages/causes.ts', names: messageCauses },
  { record: 'server/bookings/booking-statuses.ts', names: Object.keys(bookingStatuses) },
  {
    record: 'server/bookings/booking-statuses.ts',
    names: countsAsNames,
    operand: /countsAs|^before$/,
    checked: 'booking_status.counts_as',
  },
  {
    record: 'server/bookings/orders/order-sources.ts',
    names: orderSourceNames,
    operand: /source/i,
    checked: 'booking_order.source',
  },
  { record: 'server/website/availability.ts', names: availabilityNames, operand: /availab/i },
  {
    record: 'server/website/booking/page/linked-order.ts',
    names: Object.keys(seatStates),
    operand: /state/i,
  },
  {
    record: 'server/catalogue/records/date-statuses.ts',
    names: Object.keys(dateStatuses),
    operand: /status/i,
  },
  {
    record: 'server/bookings/invitation-answers.ts',
    names: invitationAnswerNames,
    operand: /answer/i,
    checked: 'task.invitation_answer',
  },
  {
    record: 'server/inbox/mail-problems.ts',
    names: mailProblemNames,
    operand: /problem/i,
    checked: 'task.mail_problem',
  },
  { record: 'server/mail/mail-statuses.ts', names: mailStatusNames, operand: /status|state/i },
  {
    record: 'server/website/webhooks/webhook-events.ts',
    names: deliveryStatusNames,
    operand: /status|state/i,
  },
  { record: 'server/platform/database/change-topics.ts', names: changeTopics, operand: /topic/i },
  // Whether a status of leads is open is a column of it: no code knows one by its name.
  {
    record: 'server/settings/lookup-lists.ts',
    names: lookupLists['lead_status']!.builtIn,
    operand: /status|state/i,
  },
  {
    record: 'server/addresses/contact-types.ts',
    names: contactTypeNames,
    operand: /type|kind/i,
    checked: 'contact.contact_type',
  },
  { record: 'server/messages/roles.ts', names: roles, operand: /role/i, checked: 'outbox_mail.role' },
  {
    record: 'server/website/discounts/voucher-kinds.ts',
    names: voucherKindNames,
    operand: /kind/i,
    checked: 'voucher.kind',
  },
  {
    record: 'server/feedback/question-kinds.ts',
    names: feedbackKinds,
    operand: /kind/i,
    checked: 'feedback_question.kind',
  },
  {
    record: 'server/catalogue/records/question-kinds.ts',
    names: questionKindNames,
    operand: /kind/i,
    checked: 'booking_question.kind',
  },
  { record: 'server/catalogue/dates/recurrence-kinds.ts', names: recurrenceKindNames, operand: /kind/i },
  { record: 'server/search/search-kinds.ts', names: hitKinds, operand: /kind/i },
  {
    record: 'server/search/search-kinds.ts',
    names: entryKinds,
    operand: /kind/i,
    checked: 'search_entry.kind',
  },
  { record: 'server/search/search-kinds.ts', names: Object.keys(candidateGroups), operand: /group/i },
  { record: 'server/contacts/timeline-kinds.ts', names: timelineKindNames, operand: /kind/i },
  {
    record: 'server/imports/import-statuses.ts',
    names: importStatusNames,
    operand: /status|state/i,
    checked: 'contact_import.status',
  },
  { record: 'server/imports/imported-types.ts', names: importedTypeNames, operand: /type/i },
  { record: 'server/imports/imported-types.ts', names: duplicateOptionNames, operand: /duplicate/i },
  { record: 'server/platform/ground/rights.ts', names: [...userRights, 'admin'], operand: /right/i },
]

/** By file or folder, names that mean something else there. */
const otherMeanings: Record<string, readonly string[]> = {
  // The marks of half days.
  'server/attendance/trainer.page.ts': ['attended', 'absent'],
  'office/attendance/': ['attended'],
  // The seats of a date.
  'office/bookings/occupancy-bar.tsx': ['booked'],
  // A booking that waits for its confirmation.
  'server/website/booking/confirmation/confirm.page.ts': ['booked'],
  // Consents to newsletters.
  'server/newsletter/confirm.page.ts': ['confirmed'],
  'office/contacts/newsletter-subscriptions.tsx': ['confirmed'],
  // Backups, checks of health, attempts to send.
  'server/commands/': ['failed'],
  'server/backup/backup-job.ts': ['failed', 'done'],
  'server/platform/health/': ['failed'],
  'server/mail/sender.ts': ['sent', 'failed'],
  // A task that came by mail.
  'office/inbox/task-list.tsx': ['mail'],
  // The outcome of a record.
  'office/shell/list/bulk/bulk-edit.tsx': ['changed'],
}

const files = ['server', 'office', 'website', 'clients/typescript/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^office\/dist\//.test(name))
    // The demo writes a data set: it has names, not records.
    .filter((name) => !name.startsWith('server/demo/'))
    .toSorted(),
)

type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

/** The last name of an expression: `status` of `booking?.status`, `countsAs` of `countsAs(status)`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  return textOf(node) ?? nameOf(node['property'] ?? node['callee'] ?? node['expression'])
}

type Comparison = { text: string; operand: string; start: number }

/** The texts that a node compares something with: by an operator, a case, or a list that includes it. */
function comparisonsIn(node: Node, switched: unknown): Comparison[] {
  const compared = (texts: readonly unknown[], operand: unknown): Comparison[] =>
    texts.flatMap((one) => {
      const text = textOf(one)
      return text === undefined ? [] : [{ text, operand: nameOf(operand), start: node.start }]
    })
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator'])))
    return [...compared([node['left']], node['right']), ...compared([node['right']], node['left'])]
  if (node.type === 'SwitchCase') return compared([node['test']], switched)
  const { callee, arguments: given } = node
  if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return []
  if (callee.type !== 'MemberExpression' || nameOf(callee) !== 'includes') return []
  const list = isNode(callee['object']) ? callee['object']['elements'] : undefined
  return [...(Array.isArray(list) ? compared(list, given[0]) : []), ...compared(given, callee['object'])]
}

function comparisonsOf(file: string, source: string): Comparison[] {
  const { program, errors } = parseSync(file, source)
  assert.deepEqual(errors, [], file)
  const found: Comparison[] = []
  const visit = (value: unknown, switched?: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, switched)
    if (!isNode(value)) return
    found.push(...comparisonsIn(value, switched))
    const { discriminant = switched } = value
    for (const child of Object.values(value)) visit(child, discriminant)
  }
  visit(program)
  return found
}

test('a comparison with a text is found in each of its forms', () => {
  const source = `if (one.cause === 'thanks' || 'thanks' != cause() || ['thanks', x].includes(cause) || cause!.includes('thanks'))
    switch (cause) { case 'thanks': <p>{cause === 'x' && 'thanks'}</p> }`
  const found = comparisonsOf('a.tsx', source).filter(({ text }) => text === 'thanks')
  assert.deepEqual(
    found.map(({ operand }) => operand),
    ['cause', 'cause', 'cause', 'cause', 'cause'],
  )
})

test('nothing is compared with the name of a kind outside of its record', () => {
  const others = Object.entries(otherMeanings).flatMap(([place, names]) =>
    names.map((name) => [place, name] as const),
  )
  const unused = new Set(others)
  const wrong = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return comparisonsOf(file, source).flatMap(({ text, operand, start }) => {
      const records = kinds
        .filter(({ names, operand: pattern = /^/ }) => names.includes(text) && pattern.test(operand))
        .map(({ record }) => record)
      if (records.length === 0 || records.includes(file)) return []
      const elsewhere = others.filter(([place, name]) => file.startsWith(place) && name === text)
      for (const one of elsewhere) unused.delete(one)
      if (elsewhere.length > 0) return []
      const line = source.slice(0, start).split('\n').length
      return [`${file}:${line}: ${operand} is compared with '${text}' of ${records.join(' or ')}`]
    })
  })
  assert.deepEqual(wrong, [])
  assert.deepEqual([...unused], [], 'these are not compared any more')
})

const kontor = await testInstance()
after(() => kontor.close())
const byName = <T extends { name: string }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))

test('the built-in statuses of bookings and dates are those of a new database', async () => {
  const { rows: ofBookings } = await sql<{ name: string; countsAs: string }>`
    select status as name, counts_as as "countsAs" from booking_status`.execute(kontor.db)
  assert.deepEqual(
    byName(ofBookings),
    byName(Object.entries(bookingStatuses).map(([name, { countsAs }]) => ({ name, countsAs }))),
  )
  const { rows: ofDates } = await sql<{ name: string; isBookable: boolean; goesAhead: boolean }>`
    select status as name, is_bookable as "isBookable", goes_ahead as "goesAhead" from date_status`.execute(
    kontor.db,
  )
  assert.deepEqual(
    byName(ofDates),
    byName(
      Object.entries(dateStatuses).map(([name, { isBookable, goesAhead }]) => ({
        name,
        isBookable,
        goesAhead,
      })),
    ),
  )
  const { booking_status: bookings, date_status: dates } = lookupLists
  assert.deepEqual(bookings!.builtIn, Object.keys(bookingStatuses))
  assert.deepEqual(bookings!.meanings, [{ column: 'counts_as', options: countsAsNames }])
  assert.deepEqual(dates!.builtIn, Object.keys(dateStatuses))
})

test('the check constraints of the database have the names of the records', async () => {
  const { rows } = await sql<{ column: string; names: string[] }>`
    select c.relname || '.' || a.attname as column,
      array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m) as names
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
    where k.contype = 'c'`.execute(kontor.db)
  for (const { record, names, checked } of kinds) {
    if (checked === undefined) continue
    const constraints = rows.filter(({ column }) => column === checked).map((row) => row.names.toSorted())
    assert.deepEqual(constraints, [names.toSorted()], `${checked} and ${record}`)
  }
})

test('the topics of the triggers are those of the record', async () => {
  const { rows } = await sql<{ topic: string }>`
    select distinct convert_from(substring(tgargs from 1 for position('\\000'::bytea in tgargs) - 1), 'UTF8') as topic
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname in ('invalidate_topic', 'invalidate_topic_of_changed_rows', 'invalidate_records') order by 1`.execute(
    kontor.db,
  )
  const topics = rows.map(({ topic }) => topic)
  assert.ok(topics.length > 5)
  assert.deepEqual(
    topics.filter((topic) => !changeTopics.some((one) => one === topic)),
    [],
  )
})
