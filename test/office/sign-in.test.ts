// Signing in, and the back office without the right to contacts.
import assert from 'node:assert/strict'
import { ageSessions, browserTest } from './office.ts'

browserTest('a wrong password is reported; the right one opens the start page', async ({ visitor }) => {
  const { page, go } = await visitor()
  await go('/')
  await page.getByLabel('Passwort').fill('falsch')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByRole('alert').getByText('E-Mail oder Passwort stimmt nicht.').waitFor()
  await page.getByLabel('Passwort').fill('demo')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await menu.getByRole('menuitem', { name: 'Kontakte' }).waitFor()
  const [session] = await page.context().cookies()
  assert.equal(session?.httpOnly, true)
  assert.match(String(session?.sameSite), /Lax|Strict/)
})

browserTest(
  'without the right to contacts, leads and tasks, menu, pages, search and endpoints show none',
  async (open) => {
    const admin = await open.administrator()
    const [{ defaultClientId: client }] = (await admin.call('GET', '/session')).json
    const [person] = (await admin.call('GET', '/contacts?contactType=person&perPage=1')).json
    const created = await admin.call('POST', '/users', {
      name: 'Ohne Kontakte',
      email: `ohne${Date.now()}@kontor.example`,
      clientIds: [client],
      rights: ['catalogue'],
    })
    assert.equal(created.status, 200, JSON.stringify(created.json))
    const { link } = created.json[0]

    const { page, go, call, settled } = await open.visitor()
    await page.goto(link.slice(link.indexOf('/office')))
    await page.getByLabel(/^Neues Passwort(?! wiederholen)/).fill('lang genug 42')
    await page.getByLabel('Neues Passwort wiederholen').fill('lang genug 42')
    await page.getByRole('button', { name: 'Festlegen und anmelden' }).click()
    const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
    await menu.getByRole('menuitem', { name: 'Termine' }).waitFor()
    for (const name of ['Kontakte', 'Firmen', 'Buchungen', 'Leads', 'Aufgaben'])
      assert.equal(await menu.getByRole('menuitem', { name }).count(), 0, name)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(person.lastName)
    await page.waitForResponse((answer) => answer.url().includes('/search?q='))
    assert.equal(await page.getByRole('group', { name: 'Kontakte' }).count(), 0)
    const hits = (await call('GET', `/search?q=${encodeURIComponent(person.lastName)}`)).json
    assert.ok((await admin.call('GET', `/search?q=${encodeURIComponent(person.lastName)}`)).json.length > 0)
    assert.deepEqual(
      hits.filter(({ kind }: { kind: string }) => /contact|compan/.test(kind)),
      [],
    )
    const paths = [
      '/contacts',
      `/contacts/${person.id}`,
      `/contacts/${person.id}/timeline`,
      '/contacts/export?format=csv',
      '/companies',
      '/duplicates',
      '/bookings',
      '/bookings/export',
      '/newsletter-consents',
      '/leads',
      '/tasks',
    ]
    for (const path of paths) assert.equal((await call('GET', path)).status, 403, path)
    assert.equal((await call('POST', '/contacts', { lastName: 'Nein' })).status, 403)
    assert.equal(
      (await call('PATCH', `/contacts/${person.id}`, { version: 1, lastName: 'Nein' })).status,
      403,
    )
    // Nor by the URL of the page.
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname))
    await page.keyboard.press('Escape')
    await go('/contacts')
    await settled()
    assert.equal(await page.getByRole('row').count(), 0)
    assert.ok(!requestedUrls.includes('/office/api/contacts'))
    for (const path of ['/leads', '/leads/1', '/leads/create', '/tasks', '/tasks/1', '/tasks/create']) {
      await go(path)
      await page.getByRole('heading', { name: 'Kein Zugriff', level: 2 }).waitFor()
    }
    assert.ok(!requestedUrls.some((url) => /\/api\/(leads|tasks)/.test(url)), requestedUrls.join())
  },
)

browserTest(
  'the password is asked for again before access changes, and the request repeated',
  async (open) => {
    const { page, go, settled } = await open.administrator()
    await go('/account')
    await settled()
    await ageSessions()
    const begin = page.getByRole('button', { name: 'Einrichten' })
    await begin.click()
    const dialog = page.getByRole('dialog', { name: 'Passwort bestätigen' })
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByText('Scannen Sie diesen QR-Code').count(), 0)
    await begin.click()
    await dialog.getByLabel('Passwort').fill('falsch')
    await dialog.getByRole('button', { name: 'Bestätigen' }).click()
    await dialog.getByRole('alert').getByText('E-Mail oder Passwort stimmt nicht.').waitFor()
    await dialog.getByLabel('Passwort').fill('demo')
    await dialog.getByRole('button', { name: 'Bestätigen' }).click()
    await page.getByText('Scannen Sie diesen QR-Code').waitFor()

    // A download is a link, which is followed after the dialog.
    await go('/contacts')
    await settled()
    await ageSessions()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).first().click()
    await dialog.getByLabel('Passwort').fill('demo')
    await dialog.getByRole('button', { name: 'Bestätigen' }).click()
    assert.match((await download).suggestedFilename(), /\.csv$/)
  },
)

browserTest('the security log shows failed sign-ins, and filters by event', async (open) => {
  const { page: guess, go: goGuessing } = await open.visitor()
  await goGuessing('/')
  for (let attempt = 1; attempt <= 2; attempt++) {
    await guess.getByLabel('E-Mail').fill('niemand@kontor.example')
    await guess.getByLabel('Passwort').fill('falsch')
    const answered = guess.waitForResponse(
      (answer) => answer.url().endsWith('/session') && answer.status() === 401,
    )
    await guess.getByRole('button', { name: 'Anmelden' }).click()
    await answered
  }
  const { page, go, call } = await open.administrator()
  // Failures are written every few seconds.
  while ((await call('GET', '/security-events?event=signInFailed')).json.length === 0)
    await page.waitForTimeout(500)
  await go('/security-events')
  const failed = page.getByRole('row', { name: /Anmeldung fehlgeschlagen/ }).first()
  await failed.getByText('POST /office/api/session: 401 access.wrongCredentials').waitFor()
  const signedIn = page.getByRole('row', { name: /Anmeldung(?! fehl)/ }).first()
  await signedIn.waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByRole('combobox', { name: 'Ereignis' }).click()
  await page.getByRole('option', { name: 'Anmeldung fehlgeschlagen' }).click()
  await panel.getByRole('button', { name: 'Schließen' }).click()
  await signedIn.waitFor({ state: 'detached' })
  await failed.waitFor()
})
