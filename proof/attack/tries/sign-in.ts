// Tries to get in: many sign-ins at once, guessed passwords and codes.
import { Secret, TOTP } from 'otpauth'
import { csrfHeader } from '../../../server/platform/auth/session.ts'
import type { Response } from '../send.ts'
import { privateMark } from '../service/log-watch.ts'
import { atOnce, recordOf, type Try, type TryContext } from './try.ts'

const password = `rotes Fahrrad ${privateMark} 7`
/** The address of the first administrator, as the invitation tells it. */
let email = 'admin@localhost'

const signIn = ({ office }: TryContext, credentials: object, headers: Record<string, string> = {}) =>
  office('stranger', 'POST', '/session', { email, password, ...credentials }, headers)

const isOneOf = (answers: readonly Response[], statuses: readonly number[]) =>
  answers.every(({ status }) => statuses.includes(status))
const statusesOf = (answers: readonly Response[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted().join()

export const signInTries: readonly Try[] = [
  {
    name: 'the invitation of the first administrator, redeemed ten times at once',
    async run(context) {
      const { office, invitation, check, expect } = context
      const path = `/invitations/${invitation}`
      email = recordOf(await office('stranger', 'GET', path)).email
      const answers = await atOnce(10, () => office('stranger', 'POST', path, { password }))
      const redeemed = answers.filter(({ status }) => status === 200).length
      check(redeemed === 1, `${redeemed} of ten were successful`)
      check(isOneOf(answers, [200, 404, 409]), `the statuses are ${statusesOf(answers)}`)
      expect(await signIn(context, {}), [200], 'the sign-in afterwards')
    },
  },
  {
    name: '150 sign-ins at once',
    accepted: {
      why: 'passwords are hashed two at a time: beyond forty that wait, a sign-in is asked to come again',
      of: ({ text }) => text.includes('tooManySignIns'),
    },
    async run(context) {
      const ready = atOnce(20, () => context.send({ method: 'GET', path: '/readyz' }))
      const answers = await atOnce(150, (index) =>
        signIn(context, { email: `nobody${index}@attack.example`, password: `${privateMark} ${index}` }),
      )
      context.check(isOneOf(answers, [401, 429, 503]), `the statuses are ${statusesOf(answers)}`)
      for (const answer of await ready) context.expect(answer, [200], 'the readiness meanwhile')
      context.expect(await signIn(context, {}), [200, 429], 'the administrator afterwards')
    },
  },
  {
    name: 'guessing passwords',
    async run(context) {
      const answers: Response[] = []
      for (let guess = 0; guess < 30; guess++)
        answers.push(await signIn(context, { password: `${privateMark} ${guess}` }))
      const tried = answers.filter(({ status }) => status === 401).length
      context.check(tried <= 10, `${tried} of 30 passwords were tried within seconds`)
      context.check(isOneOf(answers, [401, 429]), `the statuses are ${statusesOf(answers)}`)
    },
  },
  {
    name: 'guessing codes of the second factor',
    async run(context) {
      const { office, check, expect, accounts } = context
      const secret = recordOf(await office('powerless', 'POST', '/second-factor'))
      const totp = new TOTP({
        secret: Secret.fromBase32(/secret=([A-Z2-7]+)/.exec(JSON.stringify(secret))![1]!),
      })
      const confirmed = await office('powerless', 'POST', '/second-factor/confirm', { code: totp.generate() })
      expect(confirmed, [200], 'a right code')
      const answers: Response[] = []
      for (let guess = 0; guess < 40; guess++)
        answers.push(
          await office('powerless', 'POST', '/session/confirm', {
            password: 'x',
            code: String(100_000 + guess),
          }),
        )
      check(isOneOf(answers, [400, 401, 403, 429]), `the statuses are ${statusesOf(answers)}`)
      const tried = answers.filter(({ status }) => status !== 429).length
      check(tried <= 12, `${tried} of 40 codes were tried within seconds`)
      await accounts.renew('powerless', accounts.of('powerless'))
    },
  },
  {
    name: 'writes without the CSRF token, and from another site',
    async run({ office, expect }) {
      const body = { language: 'de' }
      expect(
        await office('admin', 'PATCH', '/session', body, { [csrfHeader]: 'x' }),
        [403],
        'a wrong CSRF token',
      )
      expect(
        await office('admin', 'PATCH', '/session', body, { 'sec-fetch-site': 'cross-site' }),
        [403],
        'a write from another site',
      )
    },
  },
]
