// Imports of contacts in tests: upload, check, import and undo of a table, as the back office does it.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { importsJob } from '../../server/imports/imports-job.ts'
import { type OfficeSession, type TestInstance, testInstance } from './test-instance.ts'

type Import = { id: number; plan: object }

/** An instance for the tests of a file, its back office, and the steps of imports. */
export async function instanceForImports() {
  const kontor = await testInstance()
  after(() => kontor.close())
  const office = await kontor.signIn()
  return { kontor, office, imports: contactImports(kontor, office) }
}

function contactImports(kontor: TestInstance, office: OfficeSession) {
  const job = importsJob()
  const { signal } = new AbortController()
  /** Runs the job until the import has no next step. */
  const runToEnd = async (id: number) => {
    while (await job.run(kontor, signal));
    return (await office.call('GET', `/imports/${id}`)).json[0]
  }
  const post = async (id: number, action: string, body?: object) => {
    const { status, text } = await office.call('POST', `/imports/${id}/${action}`, body)
    assert.equal(status, 200, text)
    return runToEnd(id)
  }
  return {
    upload: async (content: string | Buffer, name = 'kontakte.csv') => {
      const answer = await office.upload(`/imports/upload/${name}`, content)
      assert.equal(answer.status, 200, answer.text)
      return answer.json[0]
    },
    check: (one: Import, plan: object = {}) =>
      post(one.id, 'check', { ...one.plan, onDuplicate: 'skip', createCategories: false, ...plan }),
    start: (id: number) => post(id, 'start'),
    undo: (id: number) => post(id, 'undo'),
    rowsOf: async (id: number) => (await office.call('GET', `/imports/${id}/rows`)).json,
  }
}
