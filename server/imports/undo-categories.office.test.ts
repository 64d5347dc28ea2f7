// Undoing an import takes away the categories that it created, unless something else uses them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instanceForImports } from '../../test/support/contact-imports.ts'

const { kontor, imports } = await instanceForImports()

const categories = async (mark: string): Promise<string[]> => {
  const rows = await kontor.db
    .selectFrom('contact_category')
    .select('name')
    .where('name', 'like', `${mark}%`)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
const importText = async (text: string, plan: object = {}): Promise<number> => {
  const one = await imports.upload(text)
  await imports.check(one, { createCategories: true, ...plan })
  await imports.start(one.id)
  return one.id
}

test('categories that were created for new and for existing contacts are gone', async () => {
  await kontor.call('POST', '/contacts', { body: { lastName: 'Da', email: 'da@gone.example' } })
  const id = await importText(
    'Nachname;E-Mail;Kategorien\nDa;da@gone.example;gone A, gone B\nNeu;neu@gone.example;gone C\n',
    { onDuplicate: 'update' },
  )
  assert.deepEqual(await categories('gone'), ['gone A', 'gone B', 'gone C'])
  const undone = await imports.undo(id)
  assert.deepEqual([undone.deletedCount, undone.keptCount], [2, 0])
  assert.deepEqual(await categories('gone'), [])
})

test('a category stays while a contact, a newsletter form or an import that waits uses it', async () => {
  const id = await importText('Nachname;Kategorien\nAdler;"stay A; stay B; stay C; stay D"\n')
  const rows = await kontor.db.selectFrom('contact_category').select(['id', 'name']).execute()
  const idOf = (name: string) => rows.find((one) => one.name === name)!.id
  await kontor.call('POST', '/contacts', {
    body: { lastName: 'Beck', email: 'b@stay.example', categoryId: idOf('stay A') },
  })
  const client = await kontor.db.selectFrom('client').select('id').executeTakeFirstOrThrow()
  const form = await kontor.db
    .insertInto('newsletter_form')
    .values({ name: 'Brief', client_id: client.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kontor.db
    .insertInto('newsletter_form_category')
    .values({ form_id: form.id, category_id: idOf('stay B') })
    .execute()
  await imports.check(await imports.upload('Nachname\nCole\n'), { categoryIds: [idOf('stay C')] })
  await imports.undo(id)
  assert.deepEqual(await categories('stay'), ['stay A', 'stay B', 'stay C'])
})

test('a category that a later import uses goes with that import', async () => {
  const first = await importText('Nachname;Kategorien\nAdler;later\n')
  const second = await importText('Nachname;Kategorien\nBeck;later\n')
  await imports.undo(first)
  assert.deepEqual(await categories('later'), ['later'])
  await imports.undo(second)
  assert.deepEqual(await categories('later'), [])
})

test('a category that was changed since stays, and a contact that is kept keeps its categories', async () => {
  const id = await importText(
    'Nachname;E-Mail;Kategorien\nAdler;a@since.example;since A\nBeck;b@since.example;since B\n',
  )
  await kontor.db
    .updateTable('contact_category')
    .set({ name: 'since renamed' })
    .where('name', '=', 'since A')
    .execute()
  const [, beck] = await imports.rowsOf(id)
  await kontor.call('PATCH', `/contacts/${beck.contactId}`, { body: { firstName: 'Bert' } })
  await imports.undo(id)
  assert.deepEqual(await categories('since'), ['since B', 'since renamed'])
})
