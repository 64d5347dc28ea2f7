// Every endpoint of the back office requires a session, its rights, and on writes the CSRF token.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { officeEndpoints } from '../server/office.ts'
import { rightsOf } from '../server/platform/http/endpoint.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const withoutRights = await kontor.signIn({ rights: [] })

const addressOf = (path: string) => `/office/api${path.replace(/\{\w+\}/g, '1')}`

describe('authentication of the back office', () => {
  for (const endpoint of officeEndpoints.filter(({ public: open }) => !open)) {
    const { id, method, path } = endpoint
    const send = (headers: Record<string, string>) =>
      kontor.app.inject({ method: method as 'GET', url: addressOf(path), headers })

    test(`${id}: 401 without a session, and for a token`, async () => {
      assert.equal((await send({})).statusCode, 401)
      assert.equal((await send({ authorization: `token ${kontor.token}` })).statusCode, 401)
    })

    if (method !== 'GET')
      test(`${id}: 403 without the CSRF token, and from another site`, async () => {
        assert.equal((await send({ cookie: withoutRights.cookie })).statusCode, 403)
        const signedIn = { cookie: withoutRights.cookie, 'x-csrf-token': withoutRights.csrfToken }
        assert.equal((await send({ ...signedIn, 'sec-fetch-site': 'cross-site' })).statusCode, 403)
      })

    if (rightsOf(endpoint).length > 0)
      test(`${id}: 403 without the right`, async () => {
        const { statusCode } = await send({
          cookie: withoutRights.cookie,
          'x-csrf-token': withoutRights.csrfToken,
        })
        assert.equal(statusCode, 403)
      })
  }

  test('a session does not authenticate at the interface', async () => {
    const answer = await kontor.app.inject({
      url: '/restapi/v1/events',
      headers: { cookie: withoutRights.cookie },
    })
    assert.equal(answer.statusCode, 401)
  })
})
