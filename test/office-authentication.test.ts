// Every endpoint of the back office is behind its door: nobody is let in without a session, a right, or the session's word.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { officeEndpoints } from '../server/office.ts'
import { rightsOf } from '../server/platform/http/endpoint.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const nobody = await kontor.signIn({ rights: [] })

const addressOf = (path: string) => `/office/api${path.replace(/\{\w+\}/g, '1')}`

describe('the door of the back office', () => {
  for (const endpoint of officeEndpoints.filter(({ public: open }) => !open)) {
    const { id, method, path } = endpoint
    const send = (headers: Record<string, string>) =>
      kontor.app.inject({ method: method as 'GET', url: addressOf(path), headers })

    test(`${id}: 401 without a session, and for a token`, async () => {
      assert.equal((await send({})).statusCode, 401)
      assert.equal((await send({ authorization: `token ${kontor.token}` })).statusCode, 401)
    })

    if (method !== 'GET')
      test(`${id}: 403 without the session's word, and from another site`, async () => {
        assert.equal((await send({ cookie: nobody.cookie })).statusCode, 403)
        const word = { cookie: nobody.cookie, 'x-csrf-token': nobody.csrfToken }
        assert.equal((await send({ ...word, 'sec-fetch-site': 'cross-site' })).statusCode, 403)
      })

    if (rightsOf(endpoint).length > 0)
      test(`${id}: 403 without the right`, async () => {
        const { statusCode } = await send({ cookie: nobody.cookie, 'x-csrf-token': nobody.csrfToken })
        assert.equal(statusCode, 403)
      })
  }

  test('the session is no token of the interface', async () => {
    const answer = await kontor.app.inject({ url: '/restapi/v1/events', headers: { cookie: nobody.cookie } })
    assert.equal(answer.statusCode, 401)
  })
})
