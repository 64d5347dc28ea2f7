// Leads, imported mail, contacts.
import assert from 'node:assert/strict'
import { browserTest, callInterface, typeDay } from './office.ts'

/** Of the page. */
declare const document: { activeElement: { blur(): void } | null; title: string }

const uniqueSuffix = Date.now()

browserTest('imported mail is completed as a task', async ({ administrator }) => {
  const { page, go, call } = await administrator()
  const [lead] = (await call('GET', '/leads?perPage=1')).json
  const mail = {
    subject: 'Frage zum Seminar',
    mailFrom: 'kundin@post.example',
    mailBody: '<p>Wann beginnt es?</p>',
  }
  const [{ taskId }] = (await callInterface('POST', `/mail/crmlead/${lead.id}`, mail)).json

  await go('/tasks')
  await page.getByRole('row', { name: /Frage zum Seminar/ }).click()
  await page.getByRole('link', { name: lead.name }).waitFor()
  await page.frameLocator('iframe').getByText('Wann beginnt es?').waitFor()
  await page.getByRole('button', { name: 'Erledigt', exact: true }).click()
  await page.getByText('Die Aufgabe ist erledigt.').waitFor()
  const [task] = (await call('GET', `/tasks/${taskId}`)).json
  assert.equal(task.isDone, true)
  await go('/tasks')
  await page.getByRole('table').waitFor()
  await page.getByRole('row', { name: /Frage zum Seminar/ }).waitFor({ state: 'detached' })
})

browserTest('a lead that is dragged to another column gets its status', async ({ administrator }) => {
  const { page, go, call } = await administrator()
  const [source, target] = (await call('GET', '/leads/board')).json.filter(
    ({ leads }: { leads: unknown[] }) => leads.length > 0,
  )
  const [lead] = source.leads
  await go('/leads')
  const card = page.getByRole('group', { name: lead.name, exact: true }).first()
  const column = page.locator(`[data-status="${target.status}"]`)
  await column.waitFor()
  const from = (await card.boundingBox())!
  const to = (await column.boundingBox())!
  await page.mouse.move(from.x + from.width - 12, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width - 30, from.y + from.height / 2 + 10, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + 40, { steps: 12 })
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith(`/leads/${lead.id}`),
  )
  await page.mouse.up()
  assert.equal((await saved).status(), 200)
  await column.getByRole('group', { name: lead.name, exact: true }).waitFor()
  const [now] = (await call('GET', `/leads/${lead.id}`)).json
  assert.equal(now.status, target.status)
})

browserTest('a lead shows the contact details of its contacts', async ({ administrator }) => {
  const { page, go } = await administrator()
  const email = `lea${uniqueSuffix}@frage.example`
  const created = await callInterface('POST', '/contacts', { firstName: 'Lea', lastName: 'Frage', email })
  const leadContact = created.json[0].id
  const lead = await callInterface('POST', '/leads/createLead', { leadContact, subject: 'Inhouse & mehr' })
  await go(`/leads/${lead.json[0].leadId}`)
  const link = page.getByRole('link', { name: email })
  await link.waitFor()
  assert.equal(await link.getAttribute('href'), `mailto:${email}?subject=Inhouse%20%26%20mehr`)
  assert.equal(
    await page.getByRole('link', { name: 'Lea Frage' }).getAttribute('href'),
    `#/contacts/${leadContact}/show`,
  )
})

browserTest(
  'two contacts are merged, the old id still works, and the merge can be undone',
  async ({ administrator }) => {
    const { page, go, call } = await administrator()
    const createContact = async (body: object): Promise<number> => {
      const created = await callInterface('POST', '/contacts', body)
      assert.equal(created.status, 200, JSON.stringify(created.json))
      return created.json[0].id
    }
    const into = await createContact({
      firstName: 'Edda',
      lastName: 'Zwilling',
      email: `edda${uniqueSuffix}@zwilling.example`,
    })
    const from = await createContact({
      firstName: 'Eda',
      lastName: 'Zwillinge',
      email: `eda${uniqueSuffix}@zwilling.example`,
    })

    await go(`/merge/${into}?from=${from}`)
    await page.getByRole('button', { name: 'Zusammenführen', exact: true }).click()
    await page.getByText('Zusammengeführt.', { exact: true }).waitFor()
    const old = (await callInterface('GET', `/contacts/${from}`)).json[0]
    assert.deepEqual([old.id, old.lastName], [into, 'Zwilling'])

    await page.getByRole('button', { name: 'Rückgängig machen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rückgängig machen' }).click()
    await page.getByText('Rückgängig gemacht.', { exact: true }).waitFor()
    const again = (await callInterface('GET', `/contacts/${from}`)).json[0]
    assert.deepEqual([again.id, again.lastName], [from, 'Zwillinge'])
    assert.equal((await call('GET', `/contacts/${into}/merges`)).json.length, 0)
  },
)

browserTest('a contact can be created with the keyboard only', async ({ administrator }) => {
  const { page, go, call } = await administrator()
  await go('/contacts/create')
  await page.getByRole('textbox', { name: /^Vorname/ }).waitFor()
  /** Presses Tab until the field with this label has the focus. */
  const tabTo = async (name: RegExp, role = 'textbox'): Promise<void> => {
    const target = page.getByRole(role as 'textbox', { name }).first()
    for (let step = 0; step < 60; step++) {
      if (await target.evaluate((element) => (element as unknown) === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await page.evaluate(() => document.activeElement?.blur())
  await tabTo(/^Anrede/, 'combobox')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Frau' }).waitFor()
  await page.keyboard.type('Frau')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Frau' }).waitFor({ state: 'detached' })
  await tabTo(/^Vorname/)
  await page.keyboard.type('Tabea')
  await tabTo(/^Nachname/)
  await page.keyboard.type('Tastatur')
  await tabTo(/^E-Mail/)
  await page.keyboard.type(`tabea${uniqueSuffix}@tastatur.example`)
  await tabTo(/^Speichern/, 'button')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/contacts\/\d+\/show/)
  const id = Number(/contacts\/(\d+)/.exec(page.url())?.[1])
  const [created] = (await call('GET', `/contacts/${id}`)).json
  assert.equal(created.lastName, 'Tastatur')
  assert.equal(created.salutation, 'ms')
  assert.equal(created.emails[0].email, `tabea${uniqueSuffix}@tastatur.example`)
})

const hostile = `<style>body{position:fixed;inset:0;background:red;z-index:99999} @import url(https://boese.example/a.css);
.x{background:url(https://boese.example/b.png)}</style>
<script>parent.document.title='gekapert';fetch('https://boese.example/c')</script>
<p class="x" onclick="top.gekapert=1" style="position:fixed;top:0;left:0;width:9999px;height:9999px;background:url(https://boese.example/d.png)">Harmloser Text</p>
<img src="x" onerror="top.gekapert=1"><img src="https://boese.example/e.png"><svg onload="top.gekapert=1"></svg>
<iframe src="https://boese.example/f"></iframe><a href="javascript:top.gekapert=1">Klick</a>
<form action="https://boese.example/g"><button>Senden</button></form><meta http-equiv="refresh" content="0;url=https://boese.example/h">`

browserTest('hostile mail is shown safely', async ({ administrator }) => {
  const { page, go, call } = await administrator()
  const [lead] = (await call('GET', '/leads?perPage=1')).json
  const mail = {
    subject: 'Böse <script>top.gekapert=1</script>',
    mailFrom: 'boese@post.example',
    mailBody: hostile,
  }
  const [{ taskId }] = (await callInterface('POST', `/mail/crmlead/${lead.id}`, mail)).json
  await go(`/tasks/${taskId}`)
  const mailBody = page.frameLocator('iframe')
  await mailBody.getByText('Harmloser Text').waitFor()
  await page.getByText(/Bilde?r? von (einem )?anderen Servern?/).waitFor()
  await mailBody.getByText('Harmloser Text').click()
  const link = mailBody.getByText('Klick')
  if (await link.count()) await link.click()
  assert.equal(await page.evaluate(() => 'gekapert' in globalThis), false)
  assert.equal(await page.title(), `Aufgabe ${mail.subject} · Kontor`)
  assert.equal(
    await mailBody.locator('script, iframe, form, meta[http-equiv=refresh], [onclick], [onerror]').count(),
    0,
  )
  assert.match(page.url(), new RegExp(`/tasks/${taskId}`))
  // The mail body cannot cover the page: its buttons work.
  await page.getByRole('button', { name: 'Erledigt', exact: true }).click()
  await page.getByText('Die Aufgabe ist erledigt.').waitFor()
})

browserTest('an invoice confirmation is created for a booking', async ({ administrator }) => {
  const { page, go, call } = await administrator()
  const [booking] = (await call('GET', '/bookings?perPage=1&status=booked&isUnnamed=false&sort=id')).json
  const [article] = (await call('GET', '/invoice-confirmations/article-options')).json
  const choose = async (field: RegExp, text: string): Promise<void> => {
    await page.getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('option').first().click()
  }
  const create = page.getByRole('button', { name: 'Erstellen', exact: true })
  await go('/invoice-confirmations/create')
  await create.click()
  await page.getByText('Bitte die markierten Felder prüfen.').waitFor()
  await choose(/^Kontakt/, booking.email)
  await page.getByText('Bitte die markierten Felder prüfen.').waitFor({ state: 'detached' })
  await choose(/^Buchung/, booking.dateTitle)
  await choose(/^Artikel/, article.name)
  const start: string = booking.startDate
  assert.match(start, /^\d{4}-\d{2}-\d{2}$/)
  const shownStart = page.getByRole('group', { name: 'Von', exact: true })
  await shownStart.getByText(start.split('-').toReversed().join('.')).waitFor()

  await typeDay(page, /^Bis$/, '2000-01-01')
  await create.click()
  await page.getByText('darf nicht vor dem Beginn liegen').waitFor()
  await typeDay(page, /^Bis$/, start)
  await page.getByText('darf nicht vor dem Beginn liegen').waitFor({ state: 'detached' })
  await create.click()
  await page.waitForURL(/invoice-confirmations\/\d+\/show/)
  const id = /confirmations\/(\d+)/.exec(page.url())?.[1]
  const [created] = (await call('GET', `/invoice-confirmations/${id}`)).json
  assert.equal(created.contactId, booking.contactId)
  assert.notEqual(created.bookingId, 0)
  assert.deepEqual(
    created.elements.map(({ articleId, startDate, endDate }: Record<string, unknown>) => [
      articleId,
      startDate,
      endDate,
    ]),
    [[article.id, start, start]],
  )
})

const unknown = 2147483647
const unknownRecords = [
  `/contacts/${unknown}/show`,
  `/companies/${unknown}`,
  ...['dates', 'events', 'trainers', 'locations', 'bookings', 'orders', 'tasks', 'users', 'articles'].map(
    (resource) => `/${resource}/${unknown}`,
  ),
  `/dates/${unknown}/edit`,
  `/dates/${unknown}/attendance`,
  `/dates/${unknown}/participants`,
  '/dates/abc',
  '/dates/999999999999',
  `/imports/${unknown}`,
  `/invoice-confirmations/${unknown}/show`,
  `/leads/${unknown}`,
]

for (const [locale, text, heading] of [
  ['de-DE', 'Diesen Eintrag gibt es nicht', 'Nicht gefunden'],
  ['en-GB', 'This record does not exist', 'Not Found'],
] as const)
  browserTest(`a record that does not exist is reported on its own address (${locale})`, async (open) => {
    const { page, go } = await open.administrator({ locale })
    for (const path of unknownRecords) {
      await go(path)
      // The page before may say the same.
      await page.waitForURL(new RegExp(`#${path}$`))
      await page.getByText(text).first().waitFor()
      assert.notEqual(await page.title(), 'Kontor', path)
    }
    for (const path of ['/tokens/1', '/newsletter-consents/1', '/invoice-confirmations/1', '/nonsense']) {
      await go(path)
      await page.waitForFunction((title) => document.title === title, `${heading} · Kontor`)
      assert.equal(await page.getByRole('table').count(), 0, path)
    }
  })

browserTest('from a record that does not exist, a link leads to the list', async ({ administrator }) => {
  const { page, go } = await administrator()
  await go(`/leads/${unknown}`)
  await page.getByText('Diesen Eintrag gibt es nicht').waitFor()
  assert.equal(await page.title(), 'Lead · Kontor')
  await page.getByRole('main').getByRole('link', { name: 'Liste' }).last().click()
  await page.waitForURL(/leads$/)
})

browserTest('the title of the tab names the page', async ({ administrator }) => {
  const { page, go } = await administrator()
  await go('/contacts')
  await page.waitForFunction(() => document.title === 'Kontakte · Kontor')
  await page.getByRole('menuitem', { name: 'Kalender' }).click()
  await page.waitForFunction(() => document.title === 'Kalender · Kontor')
})
