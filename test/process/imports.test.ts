// A contact import, and undoing it, continue automatically after the service was killed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { tokenHash } from '../../server/platform/auth/principal.ts'
import { csrfHeader, csrfTokenOf, newSecret, sessionCookie } from '../../server/platform/auth/session.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  queryDatabase,
  type RunningService,
  removeDataFolder,
  serve,
  start,
  stop,
  waitUntilServing,
} from '../support/kontor-process.ts'

const rows = 4000
const companies = 40

/** Contacts with all of their child rows, and child rows without a contact. */
async function waitForImport(
  data: string,
): Promise<{ persons: number; complete: number; companies: number; stray: number }> {
  const [row] = await queryDatabase<{ persons: number; complete: number; companies: number; stray: number }>(
    data,
    `select (select count(*)::int from contact where contact_type = 'person') as persons,
      (select count(*)::int from contact where contact_type = 'company') as companies,
      (select count(*)::int from contact c join address a on a.contact_id = c.id join email_address e on e.contact_id = c.id
        join phone p on p.contact_id = c.id join contact_identity i on i.contact_id = c.id join contact o on o.id = c.company_id
        join search_entry s on s.kind = 'person' and s.id = c.id where c.contact_type = 'person') as complete,
      (select count(*)::int from search_entry where kind in ('person', 'company')) + (select count(*)::int from contact_identity)
        + (select count(*)::int from address) as stray`,
  )
  return row!
}

test('after kill -9 during an import and during undoing, both continue: nothing twice, nothing incomplete', {
  timeout: 600_000,
}, async (t) => {
  const data = await instanceFolder()
  after(() => removeDataFolder(data))
  let service: RunningService = await serve(data)
  const secret = newSecret()
  const [user] = await queryDatabase<{ id: number }>(
    data,
    'insert into session (user_id, hash) select min(id), $1 from app_user returning user_id as id',
    [tokenHash(secret)],
  )
  const call = async (method: string, path: string, body?: string | object) => {
    const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json'
    const answer = await fetch(`${service.url}/office/api${path}`, {
      method,
      headers: {
        cookie: `${sessionCookie}=${secret}`,
        [csrfHeader]: csrfTokenOf(secret),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    return JSON.parse(text)[0]
  }
  const lines = Array.from(
    { length: rows },
    (_, n) => `N${n};n${n}@killed.example;0221 ${100_000 + n};Firma ${n % companies}`,
  )
  let one = await call(
    'POST',
    '/imports/upload/people.csv',
    `Nachname;E-Mail;Telefon;Firma\n${lines.join('\n')}\n`,
  )
  const until = async (isThere: () => boolean): Promise<void> => {
    for (;;) {
      one = await call('GET', `/imports/${one.id}`)
      assert.equal(one.pauseReason, '')
      if (isThere()) return
      await wait(20)
    }
  }
  const kill = async (): Promise<void> => {
    service.child.kill('SIGKILL')
    assert.equal(await service.ended, 'SIGKILL')
  }
  await call('POST', `/imports/${one.id}/check`, one.plan)
  await until(() => one.status === 'checked')
  assert.deepEqual([one.createdCount, one.companyCount], [rows, companies])

  await call('POST', `/imports/${one.id}/start`)
  await until(() => one.createdCount > 0)
  await kill()
  const beforeRestart = await waitForImport(data)
  assert.ok(beforeRestart.persons > 0 && beforeRestart.persons < rows, `${beforeRestart.persons} persons`)
  // Several processes continue the work of one, one step at a time.
  service = await waitUntilServing(
    start(['serve', '--workers', '2'], { KONTOR_DATA: data, KONTOR_PORT: '0' }),
  )
  await until(() => one.status === 'done')
  assert.deepEqual(
    [one.createdCount, one.skippedCount, one.invalidCount, one.companyCount],
    [rows, 0, 0, companies],
  )
  assert.deepEqual(await waitForImport(data), {
    persons: rows,
    complete: rows,
    companies,
    stray: 3 * rows + 2 * companies,
  })
  const byWhom = await queryDatabase(
    data,
    `select distinct user_id, via from change_log where table_name in ('contact', 'address', 'phone', 'email_address')`,
  )
  assert.deepEqual(byWhom, [{ user_id: user!.id, via: 'office' }])

  await call('POST', `/imports/${one.id}/undo`)
  await until(() => one.deletedCount > 0)
  await kill()
  assert.ok(one.deletedCount < rows, `${one.deletedCount} of the undoing`)
  const { deletedCount } = one
  service = await serve(data)
  await until(() => one.status === 'undone')
  assert.deepEqual([one.deletedCount, one.keptCount], [rows, 0])
  assert.deepEqual(await waitForImport(data), { persons: 0, complete: 0, companies: 0, stray: 0 })
  assert.equal(await stop(service), 0)
  t.diagnostic(`killed at ${beforeRestart.persons} of ${rows}, and at ${deletedCount} of the undoing`)
})
