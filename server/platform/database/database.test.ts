import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import { inTransaction, prepared, query, queryAutocommit, queryShared, systemActor } from './database.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor

const number = prepared('select $1::integer as n, pg_backend_pid() as pid')
type Row = { n: number; pid: number }

test('many concurrent short reads share three connections, and each gets its own rows', async () => {
  const all = Array.from({ length: 200 }, (_, index) => index)
  const rows = (await Promise.all(all.map((n) => queryShared<Row>(db, number, [n])))).flat()
  assert.deepEqual(
    rows.map(({ n }) => n),
    all,
  )
  assert.equal(new Set(rows.map(({ pid }) => pid)).size, 3)
})

test('a short read that fails does not affect the others', async () => {
  const divide = prepared('select 12 / $1::integer as n')
  const answers = await Promise.allSettled(
    [1, 0, 2, 0, 3, 0, 4].map((by) => queryShared<{ n: number }>(db, divide, [by])),
  )
  assert.deepEqual(
    answers.map((one) => (one.status === 'fulfilled' ? one.value[0]!.n : one.reason.code)),
    [12, '22012', 6, '22012', 4, '22012', 3],
  )
})

test('lost shared connections are reopened', async () => {
  const pids = new Set(
    (await Promise.all([1, 2, 3].map((n) => queryShared<Row>(db, number, [n])))).map(([row]) => row!.pid),
  )
  await sql`select pg_terminate_backend(pid) from unnest(${[...pids]}::integer[]) pid`.execute(db)
  for (let n = 0; n < 6; n++) {
    const [row] = await queryShared<Row>(db, number, [n])
    assert.equal(row!.n, n)
    assert.ok(!pids.has(row!.pid))
  }
})

test('within a transaction, a short read belongs to it', async () => {
  await inTransaction(db, systemActor, async (tx) => {
    await sql`insert into contact_category (id, name) values (77, 'Neu')`.execute(tx)
    const count = prepared('select count(*)::integer as n from contact_category where id = $1')
    assert.deepEqual(await queryShared(tx, count, [77]), [{ n: 1 }])
    assert.deepEqual(await queryShared(db, count, [77]), [{ n: 0 }])
  })
})

const insert = prepared('insert into contact_category (id, name) values ($1, $2) returning id')
const names = async () =>
  (await sql<{ id: number }>`select id from contact_category where id < 50 order by id`.execute(db)).rows.map(
    ({ id }) => id,
  )

test('a first statement in autocommit mode commits by itself, and later statements cannot write', async () => {
  await inTransaction(db, systemActor, async (tx) => {
    await queryAutocommit(tx, insert, [1, 'Eins'])
    assert.deepEqual(await names(), [1], 'committed')
    assert.deepEqual(await query(tx, 'select $1::integer as n', [5]), [{ n: 5 }])
  })
  await assert.rejects(
    inTransaction(db, systemActor, async (tx) => {
      await queryAutocommit(tx, insert, [2, 'Zwei'])
      await query(tx, insert, [3, 'Drei'])
    }),
    { code: '25006' },
  )
  assert.deepEqual(await names(), [1, 2])
})

test('after another statement, an autocommit statement belongs to the transaction', async () => {
  const failed = new Error('no')
  await assert.rejects(
    inTransaction(db, systemActor, async (tx) => {
      await query(tx, insert, [10, 'Zehn'])
      await queryAutocommit(tx, insert, [11, 'Elf'])
      throw failed
    }),
    failed,
  )
  assert.deepEqual(await names(), [1, 2])
  await inTransaction(db, systemActor, async (tx) => {
    await query(tx, insert, [10, 'Zehn'])
    await queryAutocommit(tx, insert, [11, 'Elf'])
  })
  assert.deepEqual(await names(), [1, 2, 10, 11])
})

test('a transaction whose first statement fails, or without statements, leaves its connection usable', async () => {
  for (let round = 0; round < 12; round++) {
    await assert.rejects(
      inTransaction(db, systemActor, (tx) => query(tx, insert, [1, 'Eins'])),
      { code: '23505' },
    )
    await assert.rejects(
      inTransaction(db, systemActor, (tx) => queryAutocommit(tx, insert, [1, 'Eins'])),
      { code: '23505' },
    )
    await inTransaction(db, systemActor, async () => {})
  }
  await inTransaction(db, systemActor, (tx) => query(tx, insert, [20, 'Zwanzig']))
  assert.deepEqual((await names()).at(-1), 20)
})
