// bin/node proof/bench/against.ts FOLDER: responses a second of this checkout and of another one, measured in turn, each on its own demo.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { publicPrefix } from '../../server/website/cursor.ts'
import { prefix, type Service, sendRequest, startDemo, withoutRates } from '../support/kontor.ts'
import { root } from '../support/processes.ts'
import { formatTable } from '../support/table.ts'
import { compare, type MeasureOptions } from './compare.ts'
import { openFolder } from './instance/instance.ts'
import { type LoadSide, loadOn, type Requests } from './load/load.ts'

const usage = `bin/node proof/bench/against.ts FOLDER [--rounds NUMBER] [--seconds NUMBER] [--only TEXT]

  FOLDER             another checkout of Kontor, with its packages and its built office
  --rounds NUMBER    rounds of both in turn (9)
  --seconds NUMBER   length of a round (1)
  --only TEXT        rows whose name contains the text
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error(usage)
  process.exit(2)
}

const token = 'demo'
const key = 'key=pk_demo'

/** A demo: its service, and the headers of its signed-in administrator. */
type Demo = { service: Service; session: Record<string, string> }

/** @throws if the demo's password does not sign in */
async function signIn({ address }: Service): Promise<Record<string, string>> {
  const [{ demo }] = (await (await fetch(`${address}/office/api/instance`)).json()) as [{ demo: object }]
  const answer = await fetch(`${address}/office/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  })
  if (!answer.ok) throw new Error(`the demo's sign-in returned ${answer.status}: ${await answer.text()}`)
  return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! }
}

const office =
  (path: string) =>
  async ({ session }: Demo): Promise<Requests> => ({
    paths: [`/office/api${path}`],
    headers: session,
  })
const get = (path: string) => async (): Promise<Requests> => ({ paths: [path] })

const rows: Readonly<Record<string, (demo: Demo) => Promise<Requests>>> = {
  'GET /events, all': get(`${prefix}/events?prices=true&allDateTrainers=true`),
  'GET /events, one event': get(`${prefix}/events?eventId=1`),
  'GET /events, 304': async ({ service }) => {
    const path = `${prefix}/events?eventId=1`
    const { headers } = await sendRequest(service.address, path, { token })
    return { paths: [path], headers: { 'if-none-match': headers['etag']! }, status: 304 }
  },
  'GET /events, different filters each time': async () => ({
    paths: Array.from(
      { length: 500 },
      (_, n) => `${prefix}/events?eventId=${1 + (n % 20)},${1 + (n % 7)},{n}`,
    ),
  }),
  'GET /contacts by e-mail': get(`${prefix}/contacts?email=nobody@kontor.example`),
  'POST /contacts': async () => ({
    paths: [`${prefix}/contacts`],
    body: JSON.stringify({ lastName: 'Messung {n}', emails: [{ email: 'person{n}@bench.example' }] }),
  }),
  'public: dates': get(`${publicPrefix}/dates?${key}`),
  'public: facets': get(`${publicPrefix}/facets?${key}`),
  'page: list of dates': get('/dates'),
  'office: contacts': office('/contacts?perPage=25'),
  'office: dates': office('/dates?perPage=25'),
  'office: bookings': office('/bookings?perPage=25'),
  'office: orders': office('/orders?perPage=25'),
  'office: start page': office('/start'),
}

async function openDemo(home: string, stack: AsyncDisposableStack): Promise<Demo> {
  const { path } = stack.use(await openFolder())
  const service = await startDemo(path, { home, extra: withoutRates })
  stack.defer(() => service.stop())
  return { service, session: await signIn(service) }
}

/** A side of a row, and the size of its response. */
async function sideOf(demo: Demo, name: string): Promise<{ side: LoadSide; bytes: number }> {
  const { address } = demo.service
  const requests = await rows[name]!(demo)
  const { status = 200, body, headers = {}, paths } = requests
  const fill = (text: string) => text.replaceAll('{n}', '900000000')
  const answer = await sendRequest(address, fill(paths[0]!), {
    token,
    headers,
    ...(body !== undefined && { body: fill(body) }),
  })
  if (answer.status !== status)
    throw new Error(`${name} returned ${answer.status}: ${answer.bytes.subarray(0, 500)}`)
  return { side: loadOn({ address, token, requests }), bytes: answer.bytes.length }
}

const effort: MeasureOptions = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  warm: 2,
  settle: 5,
  together: false,
}
await using stack = new AsyncDisposableStack()
const own = await openDemo(root, stack)
const other = await openDemo(resolve(folder), stack)
const table = [['request', 'bytes', 'bytes of the other', 'a second', 'of the other', 'ratio', 'rounds']]
for (const name of Object.keys(rows).filter((one) => one.includes(values.only))) {
  const [product, ceiling] = [await sideOf(own, name), await sideOf(other, name)]
  const measured = await compare(
    { row: 0, name, bytes: product.bytes, product: product.side, ceiling: ceiling.side },
    effort,
  )
  table.push([
    name,
    String(product.bytes),
    String(ceiling.bytes),
    measured.product.perSecond.toFixed(0),
    measured.ceiling.perSecond.toFixed(0),
    measured.ratio.toFixed(2),
    measured.spread.map((ratio) => ratio.toFixed(2)).join(' – '),
  ])
  console.error(table.at(-1)!.join('  '))
}
console.log(formatTable(table, (column) => column === 0))
