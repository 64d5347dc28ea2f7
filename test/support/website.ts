// The public interface as a website uses it, for tests.
import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { InjectOptions } from 'fastify'
import { inTransaction } from '../../server/platform/database/database.ts'
import type { Settings } from '../../server/platform/settings/settings.ts'
import { createWebsiteKey, type KeyInput } from '../../server/website/key.sql.ts'
import { startMailServer } from './servers/mail-server.ts'
import { type TestInstance, testInstance } from './test-instance.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = { status: number; headers: Record<string, unknown>; json: any; text: string }

type GetOptions = {
  /** null: none; left out: a key that shows everything. */
  key?: string | null
  headers?: Record<string, string>
  remoteAddress?: string
}

export type Website = {
  kontor: TestInstance
  createKey(input?: Partial<KeyInput>): Promise<string>
  /** GET below /public/v1. */
  get(path: string, options?: GetOptions): Promise<Answer>
  /** POST of a JSON body below /public/v1. */
  post(path: string, body: unknown, options?: GetOptions): Promise<Answer>
  /** A page for visitors, at the root; `text` is what it shows. */
  open(url: string, language?: string): Promise<Page>
  /** Sends the form of a page. */
  send(url: string, fields: Record<string, string>, language?: string): Promise<Page>
}

type Page = { status: number; body: string; text: string }

/** The visible text of HTML, with `|` between elements. */
export const shownText = (body: string): string =>
  body
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/(<[^>]*>)+/g, '|')
    .replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

/** The hidden fields of the forms of a page, by name. */
export const hiddenFields = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )

const publicKeyInput: KeyInput = {
  clientId: 1,
  name: 'test',
  isSecret: false,
  catalogueIds: [],
  origins: [],
  hidesSeats: false,
}

/** An instance with a key. Close `kontor`. */
export async function openWebsite(
  options: { settings?: Partial<Settings>; start?: string } = {},
): Promise<Website> {
  const rates = { token: 0, catalogue: 0, website: 0, websiteWrite: 0, session: 0, address: 0, newsletter: 0 }
  const kontor = await testInstance({ ...options, settings: { rates, ...options.settings } })
  const createKey = async (input: Partial<KeyInput> = {}) => {
    const { key } = await inTransaction(kontor.db, { userId: null, via: 'test' }, (tx) =>
      createWebsiteKey(tx, { ...publicKeyInput, ...input }),
    )
    return key
  }
  const ownKey = await createKey()
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    { key = ownKey, headers = {}, remoteAddress }: GetOptions,
    body?: unknown,
  ): Promise<Answer> => {
    const response = await kontor.app.inject({
      method,
      url: `/public/v1${path}`,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(remoteAddress ? { remoteAddress } : {}),
    })
    const { statusCode: status, body: text } = response
    const isJson =
      /json/.test(String(response.headers['content-type'])) && !response.headers['content-encoding']
    return {
      status,
      headers: response.headers,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
      text,
    }
  }
  const page = async (request: InjectOptions): Promise<Page> => {
    const { statusCode: status, body } = await kontor.app.inject(request)
    return { status, body, text: shownText(body) }
  }
  return {
    kontor,
    createKey,
    get: (path, options = {}) => call('GET', path, options),
    post: (path, body, options = {}) => call('POST', path, options, body),
    open: (url, language = 'de') => page({ url, headers: { 'accept-language': language } }),
    send: (url, fields, language = 'de') =>
      page({
        method: 'POST',
        url,
        headers: { 'accept-language': language, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
  }
}

/** An instance with a key that sends its mail to a server of the test. Close both by `close`. */
export async function openWebsiteWithMail(options: { start: string }) {
  const mailServer = await startMailServer()
  const site = await openWebsite({
    ...options,
    settings: { publicUrl: 'https://kontor.example.org', mail: mailServer.settings },
  })
  return {
    site,
    mailServer,
    async close() {
      await site.kontor.close()
      await mailServer.close()
    },
  }
}

/** The solution of a new challenge, as a booking with a publishable key needs it. */
export async function solveProof({ kontor }: Website): Promise<string> {
  const { secret } = await kontor.db.selectFrom('challenge_secret').select('secret').executeTakeFirstOrThrow()
  // As those of GET /challenge, which proof.test.ts solves, but for a few tries instead of thousands.
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    counter: 5,
    deriveKey,
    expiresAt: new Date(Date.now() + 3_600_000),
    hmacSignatureSecret: kontor.secrets.open('challengeSecret', 'true', secret).toString(),
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
