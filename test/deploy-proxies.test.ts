// deploy/proxies: the samples are accepted by the real proxies, which pass on the headers that Kontor needs, by TCP and by a Unix socket.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'yaml'
import { freePorts } from './support/free-port.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../deploy/proxies', name), 'utf8')
const isMissing = (program: string, ...args: string[]) =>
  spawnSync(program, args).status === 0 ? false : `${program} is not installed`
const noOpenssl = isMissing('openssl', 'version')

const folder = mkdtempSync(join(tmpdir(), 'kontor-proxies-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true }))

/** Replaces a text that the sample must have. */
const replaced = (from: string, changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((content, [what, by]) => {
    assert.ok(content.includes(what), what)
    return content.replaceAll(what, by)
  }, from)

/** In Kontor's place: a server on a Unix socket that answers with the headers that it gets. */
async function withEcho(work: (socket: string) => Promise<void>): Promise<void> {
  const socket = join(folder, `${Math.random().toString(36).slice(2)}.sock`)
  const echo = createServer((got, answer) => answer.end(JSON.stringify(got.headers)))
  await once(echo.listen(socket), 'listening')
  chmodSync(socket, 0o666)
  try {
    await work(socket)
  } finally {
    echo.closeAllConnections()
    echo.close()
  }
}

async function ask(port: number, path: string) {
  for (let tries = 0; ; tries++) {
    try {
      const sent = request({
        port,
        path,
        host: '127.0.0.1',
        servername: 'kontor.example',
        rejectUnauthorized: false,
        headers: { host: 'kontor.example' },
        agent: false,
      }).end()
      const [answer] = await once(sent, 'response')
      return { status: answer.statusCode as number, body: await text(answer) }
    } catch (error) {
      if (tries > 200) throw error
      await wait(50)
    }
  }
}

async function assertPasses(port: number): Promise<void> {
  const { status, body } = await ask(port, '/office')
  assert.equal(status, 200)
  const headers = JSON.parse(body) as Record<string, string>
  assert.equal(headers['host'], 'kontor.example')
  assert.equal(headers['x-forwarded-proto'], 'https')
  assert.equal(headers['x-forwarded-host'], 'kontor.example')
  assert.equal(headers['x-forwarded-for'], '127.0.0.1')
  assert.equal((await ask(port, '/metrics')).status, 404)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

test(
  'nginx accepts its sample and passes the client on',
  {
    timeout: 120_000,
    skip: isMissing('nginx', '-v') || noOpenssl,
  },
  () =>
    withEcho(async (socket) => {
      const [plain, secure] = (await freePorts(2)) as [number, number]
      const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder, name))
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-subj',
          '/CN=kontor.example',
          '-keyout',
          key!,
          '-out',
          certificate!,
        ],
        { stdio: 'ignore' },
      )
      const server = replaced(sample('nginx.conf'), [
        ['server 127.0.0.1:8080;', `server unix:${socket};`],
        ['listen 80;', `listen 127.0.0.1:${plain};`],
        ['listen 443 ssl', `listen 127.0.0.1:${secure} ssl`],
        ['/etc/ssl/kontor/fullchain.pem', certificate!],
        ['/etc/ssl/kontor/privkey.pem', key!],
      ])
      const file = join(folder, 'nginx.conf')
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/nginx-${name};`)
        .join(' ')
      writeFileSync(
        file,
        `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${places}\n${server}\n}\n`,
      )
      const checked = spawnSync('nginx', ['-t', '-c', file, '-e', 'stderr'], { encoding: 'utf8' })
      assert.equal(checked.status, 0, checked.stderr)
      const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: 'ignore' })
      try {
        await assertPasses(secure)
      } finally {
        await end(nginx)
      }
    }),
)

test(
  'Caddy accepts its sample and passes the client on',
  {
    timeout: 120_000,
    skip: isMissing('caddy', 'version'),
  },
  () =>
    withEcho(async (socket) => {
      const [plain, secure] = (await freePorts(2)) as [number, number]
      const home = join(folder, 'caddy')
      mkdirSync(home)
      const file = join(folder, 'Caddyfile')
      // Its own authority instead of one that asks for the host.
      const globals = `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${secure}\n\tlocal_certs\n\tskip_install_trust\n}\n`
      writeFileSync(
        file,
        globals +
          replaced(sample('Caddyfile'), [
            ['\treverse_proxy 127.0.0.1:8080', `\treverse_proxy unix/${socket}`],
          ]),
      )
      const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
      const checked = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
        env,
        encoding: 'utf8',
      })
      assert.equal(checked.status, 0, checked.stderr)
      const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
        env,
        stdio: 'ignore',
      })
      try {
        await assertPasses(secure)
      } finally {
        await end(caddy)
      }
    }),
)

test('the sample for Traefik is YAML whose routers name services and middlewares that there are', () => {
  const { http } = parse(sample('traefik.yaml')) as {
    http: Record<string, Record<string, { service?: string; middlewares?: string[] }>>
  }
  const routers = Object.values(http['routers']!)
  assert.equal(routers.length, 2)
  for (const { service, middlewares = [] } of routers) {
    assert.ok(service && http['services']![service])
    for (const name of middlewares) assert.ok(http['middlewares']![name], name)
  }
})
