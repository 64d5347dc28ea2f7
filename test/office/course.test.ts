// A date from the booking to the certificate, as docs/tour.md shows it: everybody concerned is told by mail, answers come back,
// documents are printed, feedback is given. KONTOR_WALK_PICTURES is a folder for the pictures.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { Temporal } from 'temporal-polyfill'
import { convertIcsCalendar } from 'ts-ics'
import { skipWithoutBrowser } from '../support/browser.ts'
import { pdfFacts, pdfPicture, pdfPng, pdfText, withoutPoppler } from '../support/pdf.ts'
import { decodeQR } from '../support/qr.ts'
import { withoutImapServer } from '../support/servers/imap-server.ts'
import { waitUntil } from '../support/wait-until.ts'
import { bounce, isRead, receive, runJob, servers, setMessageDelay, useMailServers } from './mail-servers.ts'
import { browserTest, runStatement, typeDay, type Visitor } from './office.ts'
import { pictureOf } from './picture.ts'

const skip = skipWithoutBrowser || withoutImapServer || withoutPoppler

if (!skip) useMailServers()

const pictures = process.env['KONTOR_WALK_PICTURES']
const taken = new Set<string>()

async function take(name: string, picture: () => Promise<Buffer>): Promise<void> {
  taken.add(name)
  if (pictures) await writeFile(join(pictures, `course-${name}.png`), await picture())
}

const today = Temporal.Now.plainDateISO('Europe/Berlin')
const inDays = (days: number) => today.add({ days }).toString()
/** Of the week after the next one: of the instructions, a week before, nothing has left yet. */
const tuesday = today.add({ days: 16 - today.dayOfWeek })
const thursday = tuesday.add({ days: 2 })

const people = ['Lena Hagedorn', 'Cem Yıldız', 'Rosa Thiele', 'Paul Wegner', 'Nora Lindqvist'] as const
const addressOf = (name: string) => `${name.split(' ')[0]!.toLowerCase()}@kurs.example`

type Mail = Awaited<ReturnType<typeof PostalMime.parse>>

const mailsTo = async (address: string): Promise<Mail[]> =>
  Promise.all(
    servers.smtp!.received.filter(({ to }) => to.includes(address)).map(({ raw }) => PostalMime.parse(raw)),
  )

/** Waits until somebody has so many mails. @returns the last one */
async function lastMail(address: string, count: number): Promise<Mail> {
  await waitUntil(
    async () => (await mailsTo(address)).length >= count,
    `${address} has ${count} mails`,
    60_000,
  )
  const mails = await mailsTo(address)
  assert.equal(mails.length, count, mails.map(({ subject }) => subject).join(', '))
  return mails.at(-1)!
}

function calendarOf({ attachments }: Mail) {
  const { content } = attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  return convertIcsCalendar(undefined, text)
}

/** Of the calendar entry that a booking sends. */
let bookedSequence = 0

interface Course {
  admin: Visitor
  dateId: number
  /** By the names of the people. */
  contactIds: ReadonlyMap<string, number>
  /** Shows the page of the date. */
  open: () => Promise<void>
  look: (name: string, page?: Page) => Promise<void>
}

async function prepare(admin: Visitor): Promise<Course> {
  const { create, call, go, settled, page } = admin
  await setMessageDelay(0)
  const event = await create('/events', {
    title: 'Gut verhandeln',
    certificateTextDe: '- Ziele klären\n- Wege finden',
  })
  const location = await create('/locations', {
    name: 'Haus am Kanal',
    city: 'Hamburg',
    rooms: [{ name: 'Saal 1', capacity: 12 }],
  })
  const trainer = await create('/trainers', { firstName: 'Ines', lastName: 'Falkenried' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: tuesday.toString(),
    startTime: '09:00',
    endTime: '17:00',
    status: 'confirmed',
    participantsMax: 4,
    hasWaitingList: true,
    locationIds: [location.id],
    trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
  })
  const company = await create('/companies', { name: 'Nordwind Logistik GmbH' })
  const contactIds = new Map<string, number>()
  for (const name of people) {
    const [firstName, lastName] = name.split(' ')
    const emails = [{ email: addressOf(name), isDefault: true }]
    const person = { contactType: 'person', firstName, lastName, salutation: 'ms', emails }
    const { id } = await create('/contacts', { ...person, companyId: company.id })
    contactIds.set(name, id)
  }
  const rule = {
    templateId: 0,
    hasCalendar: false,
    fileRights: [],
    isEnabled: true,
    recipients: ['participant'],
  }
  for (const [cause, more] of [
    ['joining_instructions', { offsetDays: -7, documentKinds: [] }],
    ['thanks', { offsetDays: 1, documentKinds: ['certificate'] }],
  ] as const) {
    const body = { dateId: date.id, cause, version: 0, rules: [{ ...rule, ...more }] }
    assert.equal((await call('PATCH', '/message-rules', body)).status, 200)
  }
  return {
    admin,
    dateId: date.id,
    contactIds,
    open: async () => {
      await go(`/dates/${date.id}`)
      await page.reload()
      await settled()
    },
    look: async (name, of = page) => {
      if (of === page) await settled()
      await take(name, () => pictureOf(of))
    },
  }
}

/** A company books four; each is told with an entry for the calendar. The fifth waits. */
async function book({ admin: { page, create }, dateId, contactIds, open, look }: Course): Promise<void> {
  await open()
  await page.getByRole('button', { name: 'Buchen', exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const name of people.slice(0, 4)) {
    await dialog.getByLabel(/Person suchen/).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  await dialog
    .getByRole('region', { name: 'Buchungsbestätigung' })
    .getByText(people[3], { exact: true })
    .waitFor()
  await look('book')
  await dialog.getByRole('button', { name: /buchen/ }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const name of people.slice(0, 4)) {
    const mail = await lastMail(addressOf(name), 1)
    assert.match(mail.subject!, /^Buchungsbestätigung: Gut verhandeln/)
    const { method, events } = calendarOf(mail)
    assert.equal(method, 'REQUEST')
    bookedSequence = events![0]!.sequence!
  }
  const participants = [{ contactId: contactIds.get(people[4]) }]
  await create('/bookings', { dateId, status: 'waitlisted', participants })
}

/** The joining instructions lack a room; with it, they leave. */
async function instruct({ admin: { page, call, settled }, dateId, open, look }: Course): Promise<void> {
  await open()
  const part = page.getByRole('region', { name: 'Nachrichten', exact: true })
  await part.getByText('Es fehlt der Raum.').waitFor()
  await part.getByText('Texte für alle Empfänger zeigen').first().click()
  await part.getByText('Informationen zu Ihrer Teilnahme').first().waitFor()
  await part.scrollIntoViewIfNeeded()
  await look('rehearsal')
  const [{ version, locationIds }] = (await call('GET', `/dates/${dateId}`)).json
  const [{ rooms }] = (await call('GET', `/locations/${locationIds[0]}`)).json
  const changed = await call('PATCH', `/dates/${dateId}`, { version, roomIds: [rooms[0].id] })
  assert.equal(changed.status, 200)
  await open()
  assert.equal(await part.getByText('Es fehlt der Raum.').count(), 0)
  // Their day comes earlier.
  await runStatement(
    `update message_rule set offset_days = -21 where date_id = ${dateId} and offset_days < 0`,
  )
  await runJob('plan-messages')
  const mail = await lastMail(addressOf(people[0]), 2)
  assert.match(mail.text!, /Saal 1/)
  await settled()
}

/** Everybody is told once of the new day, and their entry moves. */
async function move({ admin: { page }, open, look }: Course): Promise<void> {
  await open()
  await page.getByRole('button', { name: 'Verschieben' }).click()
  const dialog = page.getByRole('dialog')
  await typeDay(dialog, /^Neuer Beginn/, thursday.toString())
  await dialog.getByRole('region', { name: 'Verlegung' }).getByText(people[0], { exact: true }).waitFor()
  await look('move')
  await dialog.getByRole('button', { name: 'Verschieben' }).click()
  await dialog.waitFor({ state: 'detached' })
  const mail = await lastMail(addressOf(people[0]), 3)
  const { method, events } = calendarOf(mail)
  assert.equal(method, 'REQUEST')
  assert.ok(events![0]!.sequence! > bookedSequence)
}

/** An answer is filed at the person, the booking and the date; a bounce marks the address. */
async function correspond({ admin, dateId, contactIds, look }: Course): Promise<void> {
  const { page, go, settled } = admin
  const [first, , third] = people
  const { messageId } = await lastMail(addressOf(first), 3)
  const answer = await receive(admin, 'Re: Neuer Tag', [
    `From: ${first} <${addressOf(first)}>`,
    'To: office@kontor.example',
    'Message-ID: <neuer-tag@kurs.example>',
    `In-Reply-To: ${messageId}`,
    'Der neue Tag passt mir gut. Gibt es vegetarisches Essen?',
  ])
  assert.equal(answer.contactId, contactIds.get(first))
  await go(`/tasks/${answer.id}`)
  await page.locator(`a[href$="/dates/${dateId}"]`).first().waitFor()
  await look('answer')
  const contactId = contactIds.get(third)!
  const sent = await lastMail(addressOf(third), 3)
  await bounce(admin, { messageId: sent.messageId!, address: addressOf(third), contactId })
  await go(`/contacts/${contactId}/show`)
  await page.getByText(new RegExp(`E-Mails an ${addressOf(third)} sind seit .* unzustellbar`)).waitFor()
  await settled()
  await look('bounce')
  await page.getByRole('button', { name: 'Wieder verwenden' }).click()
  await page.getByText('Die Adresse gilt wieder als zustellbar.').waitFor()
}

/** One cancels; the next is promoted, and told in the same step. */
async function cancel({ admin: { page }, open, look }: Course): Promise<void> {
  await open()
  await page.getByRole('button', { name: `Aktionen für ${people[1]}` }).click()
  await page.getByRole('menuitem', { name: /storni/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Nachgerückt' }).getByText(people[4], { exact: true }).waitFor()
  await look('cancel')
  await dialog.getByRole('button', { name: 'Stornieren', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const promoted = await lastMail(addressOf(people[4]), 2)
  assert.match(promoted.subject!, /^Ein Platz ist frei geworden/)
  assert.equal(calendarOf(promoted).method, 'REQUEST')
  const cancelled = await lastMail(addressOf(people[1]), 4)
  assert.equal(calendarOf(cancelled).method, 'CANCEL')
}

async function print({ admin: { page, context }, open }: Course): Promise<void> {
  await open()
  const fetchPdf = async (name: string): Promise<Buffer> => {
    const href = await page.getByRole('link', { name, exact: true }).last().getAttribute('href')
    return (await context.request.get(new URL(href!, page.url()).href)).body()
  }
  const names = [people[0], people[2], people[3], people[4]].map((name) => name.split(' ')[1]!)
  const sheet = await fetchPdf('Anwesenheitsliste')
  for (const name of names) assert.ok(pdfText(sheet).includes(name), name)
  assert.equal(pdfFacts(sheet)['Tagged'], 'yes')
  await take('sheet', async () => pdfPng(sheet, 1, 70))
  await page.getByRole('button', { name: 'Namensschilder' }).click()
  const badges = await fetchPdf('Drucken')
  for (const name of names) assert.ok(pdfText(badges).includes(name), name)
  await take('badges', async () => pdfPng(badges, 1, 70))
  await page.keyboard.press('Escape')
}

/** The date is over, and everybody was there: thanks bring the certificate, which a page without the service checks. */
async function certify({
  admin: { page, go, call, settled, context },
  dateId,
  look,
}: Course): Promise<string[]> {
  await runStatement(
    `update event_date set start_date = '${inDays(-2)}', end_date = '${inDays(-2)}' where id = ${dateId}`,
  )
  for (const half of ['morning', 'afternoon']) {
    const body = { day: inDays(-2), half }
    assert.equal((await call('POST', `/dates/${dateId}/attendance/all-attended`, body)).status, 200)
  }
  await runJob('plan-messages')
  const mails = [
    // She ordered, and was told of the cancellation, too.
    await lastMail(addressOf(people[0]), 5),
    await lastMail(addressOf(people[2]), 4),
    await lastMail(addressOf(people[4]), 3),
  ]
  const [attached] = mails[0]!.attachments
  assert.match(attached!.filename!, /^Teilnahmebescheinigung .*\.pdf$/)
  const pdf = Buffer.from(attached!.content as ArrayBuffer)
  await take('certificate', async () => pdfPng(pdf, 1, 70))
  const link = decodeQR(pdfPicture(pdf, 1, 200))
  const verify = await context.newPage()
  await verify.goto(link)
  const folder = await mkdtemp(join(tmpdir(), 'kontor-course-'))
  try {
    const saving = verify.waitForEvent('download')
    await verify.getByRole('link', { name: 'Diese Seite speichern' }).click()
    const saved = join(folder, 'certificates.html')
    await (await saving).saveAs(saved)
    await verify.close()
    const stranger = await context
      .browser()!
      .newContext({ offline: true, locale: 'de-DE', viewport: { width: 900, height: 900 } })
    const offline = await stranger.newPage()
    await offline.goto(`${pathToFileURL(saved).href}#${link.split('#')[1]}`)
    await offline.getByRole('heading', { name: 'Die Bescheinigung ist echt.' }).waitFor()
    await offline.getByText(people[0]).waitFor()
    await look('verify', offline)
    await stranger.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await go(`/dates/${dateId}/certificates`)
  await settled()
  await page
    .getByText(/^4 ausgestellt|3 ausgestellt/)
    .first()
    .waitFor()
  return mails.map(({ text }) => /http\S+(\/feedback\/[\w-]{43})/.exec(text!)![1]!)
}

async function feedback(
  { admin: { page }, open, look }: Course,
  paths: string[],
  visitor: () => Promise<Visitor>,
) {
  for (const [index, path] of paths.entries()) {
    const participant = await visitor()
    await participant.page.goto(path)
    await participant.page
      .getByRole('group')
      .first()
      .getByText(String(5 - index))
      .click()
    await participant.page
      .getByRole('textbox')
      .first()
      .fill(`Gute Übungen, Antwort ${index + 1}`)
    if (index === 0) await look('feedback', participant.page)
    await participant.page.getByRole('button', { name: 'Absenden' }).click()
    await participant.page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
  }
  await open()
  const part = page.getByRole('region', { name: 'Feedback' })
  await part.getByText('Gute Übungen, Antwort 1').waitFor()
  await part.getByText('Mittelwert 4 bei 3 Antworten').waitFor()
  await part.scrollIntoViewIfNeeded()
  await look('results')
}

if (skip) test('a course, from the booking to the certificate', { skip }, () => {})
else {
  browserTest('a course, from the booking to the certificate', async ({ administrator, visitor }) => {
    const admin = await administrator({ viewport: { width: 1440, height: 900 } })
    await isRead(admin)
    const course = await prepare(admin)
    await book(course)
    await instruct(course)
    await move(course)
    await correspond(course)
    await cancel(course)
    await print(course)
    const paths = await certify(course)
    const phone = { viewport: { width: 390, height: 844 }, touch: true }
    await feedback(course, paths, () => visitor(phone))
  })

  after(() => {
    const tour = readFileSync(join(import.meta.dirname, '../../docs/tour.md'), 'utf8')
    const shown = [...tour.matchAll(/course-([\w-]+)\.png/g)].map(([, name]) => name!)
    assert.deepEqual(
      shown.filter((name) => !taken.has(name)),
      [],
    )
  })
}
