// Functions of the shell that need no browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields, omitEmpty } from './api/changed-fields.ts'
import { conflictFields } from './api/conflict.ts'
import { toFormErrors } from './api/field-errors.ts'
import { listQuery } from './api/query-string.ts'
import { parseMoney } from './form/money.ts'
import { groupEntries, mainEntry } from './history/entry-groups.ts'
import { todayIn } from './language/today.ts'

test('amounts are parsed in German and English notation', () => {
  const read = Object.fromEntries(
    [
      '1.234,50',
      '1,234.50',
      '1234.5',
      '1.234',
      '1,234',
      '-3,5',
      '12 €',
      ',50',
      '',
      '1.2.3',
      'abc',
      '1,234,5678',
      '-',
    ].map((text) => [text, parseMoney(text)]),
  )
  assert.deepEqual(read, {
    '1.234,50': 1234.5,
    '1,234.50': 1234.5,
    '1234.5': 1234.5,
    '1.234': 1234,
    '1,234': 1234,
    '-3,5': -3.5,
    '12 €': 12,
    ',50': 0.5,
    '': null,
    '1.2.3': Number.NaN,
    abc: Number.NaN,
    '1,234,5678': Number.NaN,
    '-': Number.NaN,
  })
})

test('errors of the server are assigned to their fields', () => {
  const fieldErrors = [
    { field: 'name', message: 'is required' },
    { field: 'prices[0].net', message: 'must be a number' },
    { field: 'prices[0].net', message: 'is not allowed' },
    { field: 'prices[2].vat', message: 'is required' },
  ]
  assert.deepEqual(toFormErrors(fieldErrors), {
    name: 'is required',
    prices: { 0: { net: 'must be a number' }, 2: { vat: 'is required' } },
  })
})

test('a change sends only changed fields, and no null', () => {
  const before = {
    id: 1,
    version: 7,
    name: 'A',
    comment: 'x',
    companyId: 3,
    active: true,
    days: [1],
    phones: [],
  }
  const after = {
    ...before,
    comment: null,
    companyId: null,
    days: null,
    phones: [{ number: '1', type: null }],
    other: undefined,
  }
  assert.deepEqual(changedFields(after, before), {
    comment: '',
    companyId: 0,
    days: [],
    phones: [{ number: '1' }],
  })
  assert.deepEqual(omitEmpty({ name: 'A', comment: null, prices: [{ net: null, vat: 19 }] }), {
    name: 'A',
    prices: [{ vat: 19 }],
  })
})

test('today is the day in the time zone of the instance', () => {
  const now = new Date('2026-12-31T23:30:00Z')
  assert.deepEqual(
    ['Europe/Berlin', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) => todayIn(zone, now)),
    ['2027-01-01', '2026-12-31', '2027-01-01', '2026-12-31'],
  )
})

test('a conflict shows the fields that differ, with the values of both users', () => {
  const fields = conflictFields(
    { name: 'A', city: 'Bonn', zip: '1', version: 1 },
    { name: 'B', city: 'Bonn', zip: '2', version: 2 },
    { name: 'C' },
  )
  assert.deepEqual(fields, [
    { name: 'name', before: 'A', theirs: 'B', yours: 'C' },
    { name: 'zip', before: '1', theirs: '2' },
  ])
})

test('a list sends its page, order and filters', () => {
  const asked = {
    pagination: { page: 2, perPage: 25 },
    sort: { field: 'name', order: 'DESC' as const },
    filter: { q: 'Müller', ids: [1, 2], none: '', on: false },
  }
  assert.equal(listQuery(asked), '?page=2&perPage=25&sort=name&order=desc&q=M%C3%BCller&ids=1%2C2&on=false')
  assert.equal(listQuery({ sort: { field: 'id', order: 'ASC' } }), '')
})

test('the changes of a record by a transaction are one group, and all changes by a merge', () => {
  const entry = (id: number, changedAt: string, tableName: string, subjectId: number, actorId = 1) => ({
    id,
    changedAt,
    via: 'office',
    actor: { id: actorId, name: '' },
    tableName,
    subject: 'contact',
    subjectId,
    subjectLabel: { tableName: 'contact', name: '', nameEn: '', startDate: '', isDeleted: false },
  })
  const entries = [
    entry(9, '10:00', 'booking', 3),
    entry(8, '10:00', 'contact_merge', 1),
    entry(7, '10:00', 'contact', 1, 2),
    entry(6, '09:00', 'address', 1),
    entry(5, '09:00', 'contact', 2),
    entry(4, '09:00', 'contact', 1),
    entry(3, '08:00', 'address', 1),
    entry(2, '08:00', 'phone', 1),
  ]
  assert.deepEqual(
    groupEntries(entries).map((group) => [mainEntry(group).id, group.map(({ id }) => id)]),
    [
      [8, [9, 8]],
      [7, [7]],
      [4, [6, 4]],
      [5, [5]],
      [2, [3, 2]],
    ],
  )
})
