// Documents in the back office: printing those of a date, certificates from issuing to checking them offline, letterheads.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ageSessions, browserTest, type Visitor } from './office.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const days = (count: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now() + count * 86_400_000)

async function assertAccessible(page: Visitor['page']): Promise<void> {
  await page.evaluate(axe)
  const found = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  )
  assert.deepEqual(found, [])
}

/** A date of yesterday, with two participants who attended and one who was absent. */
async function pastDate({ create, call }: Visitor, title: string): Promise<number> {
  const event = await create('/events', { title, certificateTextDe: '- Ziele\n- Wege' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: days(-1),
    endDate: days(-1),
    startTime: '09:00',
    endTime: '17:00',
    status: 'confirmed',
    participantsMax: 8,
  })
  const participants = ['Łukasz', 'Αλέξανδρος', 'Fehlt'].map((firstName, index) => ({
    firstName,
    lastName: `${title} Żółć`,
    email: `p${index}.${title}@kontor.example`.toLowerCase(),
  }))
  await create('/bookings', { dateId: date.id, status: 'attended', participants })
  const { json } = await call('GET', `/bookings?dateId=${date.id}`)
  const absent = json.find(({ firstName }: { firstName: string }) => firstName === 'Fehlt')
  await call('POST', '/bookings/bulk-update', { ids: [absent.id], status: 'absent' })
  return date.id
}

browserTest('a list of people opens after the password', async (open) => {
  const admin = await open.administrator()
  const { page, go, settled, context } = admin
  const dateId = await pastDate(admin, 'Liste')
  await go(`/dates/${dateId}`)
  await settled()
  await ageSessions()
  const link = page.getByRole('link', { name: 'Teilnehmerliste' })
  const path = new URL((await link.getAttribute('href'))!, page.url()).href
  assert.equal((await context.request.get(path)).status(), 403)
  const opened = context.waitForEvent('page')
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Passwort bestätigen' })
  await dialog.getByLabel('Passwort').fill('demo')
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
  await opened
  assert.equal((await context.request.get(path)).headers()['content-type'], 'application/pdf')
})

browserTest(
  'certificates are issued, printed, replaced, and checked on a saved page offline',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, call, context } = admin
    const dateId = await pastDate(admin, 'Urkunde')
    await go(`/dates/${dateId}`)
    await page.getByRole('link', { name: 'Bescheinigungen' }).first().click()
    await page.getByText('0 ausgestellt, 2 fehlen, 1 ohne Anspruch').waitFor()
    await page.getByText('Hat gefehlt.').waitFor()
    await page.getByRole('button', { name: 'Fehlende ausstellen' }).click()
    await page.getByText('2 ausgestellt, 0 fehlen, 1 ohne Anspruch').waitFor()
    await assertAccessible(page)
    const href = await page.getByRole('link', { name: 'Alle drucken (2)' }).getAttribute('href')
    const file = await context.request.get(new URL(href!, page.url()).href)
    assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-')
    const issued = (await call('GET', `/certificates?dateId=${dateId}&sort=id&order=asc`)).json
    assert.equal(issued.length, 2)
    await page.getByRole('button', { name: `Ersetzen ${issued[0].number}` }).click()
    await page.getByRole('textbox', { name: /Grund/ }).fill('Name berichtigt')
    await page.getByRole('dialog').getByRole('button', { name: 'Ersetzen' }).click()
    await page.getByText(/Bescheinigung \d{4}-\d+ ist ausgestellt/).waitFor()

    const origin = new URL(page.url()).origin
    const codes = issued.map(({ link }: { link: string }) => link.split('#')[1]!)
    const folder = await mkdtemp(join(tmpdir(), 'kontor-verify-'))
    try {
      const online = await context.newPage()
      const errors: string[] = []
      online.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await online.goto(`${origin}/verify#${codes[1]}`)
      await online.getByRole('heading', { name: 'Die Bescheinigung ist echt.' }).waitFor()
      await online.getByText('Urkunde Żółć').waitFor()
      await assertAccessible(online)
      const saving = online.waitForEvent('download')
      await online.getByRole('link', { name: 'Diese Seite speichern' }).click()
      const saved = join(folder, 'certificates.html')
      await (await saving).saveAs(saved)
      assert.deepEqual(errors, [])
      await online.close()

      // A browser that has never been at the service.
      const stranger = await context.browser()!.newContext({ offline: true, locale: 'de-DE' })
      const offline = await stranger.newPage()
      const check = async (code: string) => {
        await offline.getByLabel('Link der Bescheinigung').fill(`https://elsewhere.example/verify#${code}`)
        await offline.getByRole('button', { name: 'Prüfen' }).click()
        return offline.getByRole('status').getByRole('heading').innerText()
      }
      await offline.goto(pathToFileURL(saved).href)
      assert.match(await offline.locator('main').innerText(), /berücksichtigt bis/)
      assert.match(await check(codes[1]), /ist echt/)
      assert.match(await check(codes[0]), /ist zurückgezogen/)
      const [fingerprint, payload, signature] = codes[1].split('.')
      const forged = Buffer.from(payload, 'base64url').toString().replace('Żółć', 'Kowal')
      const tampered = [fingerprint, Buffer.from(forged).toString('base64url'), signature].join('.')
      assert.match(await check(tampered), /nicht echt/)
      assert.equal(await offline.getByText('Kowal', { exact: false }).count(), 0)
      assert.match(await check('nonsense'), /kein Link/)
      // A list that somebody has emptied does not count.
      const html = await readFile(saved, 'utf8')
      const emptied = html.replace(/\\"withdrawn\\":\[.*?\]/g, '\\"withdrawn\\":[]')
      assert.notEqual(emptied, html)
      await writeFile(join(folder, 'emptied.html'), emptied)
      await offline.goto(pathToFileURL(join(folder, 'emptied.html')).href)
      await check(codes[0])
      assert.match(await offline.getByRole('status').innerText(), /kann diese Seite nicht sagen/)
      // Browsers without WebCrypto's Ed25519 check by script.
      await offline.addInitScript(`Object.defineProperty(crypto, 'subtle', { value: undefined })`)
      await offline.goto(`${pathToFileURL(saved).href}#${codes[1]}`)
      await offline.getByRole('heading', { name: 'Die Bescheinigung ist echt.' }).waitFor()
      assert.match(await check(tampered), /nicht echt/)
      await offline.getByRole('link', { name: 'English' }).click()
      await offline
        .getByRole('heading', { name: 'The certificate is not genuine, or has been changed.' })
        .waitFor()
      await stranger.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

browserTest('the documents of a date: lists open as PDF, badges from a chosen label', async (open) => {
  const admin = await open.administrator({ locale: 'en-GB' })
  const { page, go, context } = admin
  const dateId = await pastDate(admin, 'Badge')
  await go(`/dates/${dateId}`)
  const fetchPdf = async (name: string) => {
    const href = await page.getByRole('link', { name, exact: true }).last().getAttribute('href')
    const answer = await context.request.get(new URL(href!, page.url()).href)
    assert.deepEqual([answer.status(), answer.headers()['content-type']], [200, 'application/pdf'])
    return href!
  }
  for (const name of ['Sign-in sheet', 'List of participants', 'Trainer’s folder'])
    assert.match(await fetchPdf(name), /language=en/)
  await page.getByRole('button', { name: 'Name badges' }).click()
  await page.getByLabel('First free label').fill('99')
  assert.match(await fetchPdf('Print'), /label=L4785&firstLabel=10/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Table cards' }).click()
  assert.match(await fetchPdf('Print'), /format=A4/)
})

browserTest(
  'the letterhead of a client has a preview of the entries, and is saved with its logo',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, call, settled } = admin
    await go('/clients/1')
    await page.getByRole('link', { name: 'Briefkopf' }).click()
    await page.getByLabel('Unterzeichner').fill('Dr. Vera Vorschau')
    const preview = page.waitForResponse(
      (answer) =>
        answer.url().includes('/letterheads/1/preview') &&
        (answer.request().postData() ?? '').includes('Vera Vorschau'),
    )
    const [{ pdf }] = await (await preview).json()
    assert.equal(Buffer.from(pdf, 'base64').subarray(0, 5).toString(), '%PDF-')
    await page.getByRole('link', { name: 'Vorschau öffnen' }).waitFor()
    await page.locator('input[type=file]').setInputFiles({
      name: 'logo.jpg',
      mimeType: 'image/jpeg',
      buffer: await readFile(new URL('../support/pixel.jpg', import.meta.url)),
    })
    await page.getByRole('button', { name: 'Speichern' }).click()
    await settled()
    await assertAccessible(page)
    const [saved] = (await call('GET', '/letterheads/1')).json
    assert.equal(saved.signatory, 'Dr. Vera Vorschau')
    assert.ok(
      Buffer.from(saved.logo, 'base64')
        .subarray(0, 2)
        .equals(Buffer.from([0xff, 0xd8])),
    )
  },
)
