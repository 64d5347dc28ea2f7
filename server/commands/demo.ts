import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { sql } from 'kysely'
import { hashPassword } from '../access/password.ts'
import { demoPassword } from '../access/session.office.ts'
import { addDrawings } from '../demo/add-drawings.ts'
import { demoDataSet } from '../demo/data-set.ts'
import { insertLegalTexts } from '../demo/legal-texts.ts'
import { issueCertificates } from '../documents/certificates/issue.ts'
import { importDataSet } from '../exchange/import.ts'
import { type PreparedDataSet, prepareDataSet } from '../exchange/input-records.ts'
import { tokenHash } from '../platform/auth/principal.ts'
import { inTransaction, type Tx } from '../platform/database/database.ts'
import { dateIn } from '../platform/ground/clock.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { UsageError } from './command.ts'
import { demoKey, demoToken, isLoopback } from './demo-credentials.ts'
import { openServiceLog } from './log.ts'
import { runService } from './service.ts'

const certifiedDates = 3

/** The texts of the pages for visitors beside the catalogue. */
const pages = {
  intro:
    'Seminare, Lehrgänge und Zertifikatskurse, in Köln, an weiteren Orten und online. Wählen Sie einen Termin: Sie sehen sofort, ob noch Plätze frei sind, und buchen in wenigen Minuten, für sich oder für mehrere Personen.',
  intro_en:
    'Seminars, courses and certificate programmes, in Cologne, at other places and online. Choose a date: you see at once whether seats are free, and book within minutes, for yourself or for several people.',
  vat_exemption: 'steuerfrei nach § 4 Nr. 21 UStG',
  vat_exemption_en: 'exempt from VAT (§ 4 no. 21 UStG)',
  vat_note: 'Alle Preise enthalten die gesetzliche Umsatzsteuer, soweit sie nicht steuerfrei sind.',
  vat_note_en: 'All prices include VAT, unless they are exempt.',
  payment_text: 'per Rechnung, zahlbar innerhalb von 14 Tagen ohne Abzug',
  payment_text_en: 'by invoice, payable within 14 days without deduction',
}

/** The last dates that somebody attended. */
async function lastDates(tx: Tx, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from event_date d
    where coalesce(d.end_date, d.start_date) < ${today}::date
      and exists (select from booking b where b.date_id = d.id and b.status = 'attended')
    order by d.start_date desc, d.id limit ${certifiedDates}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The data set of a day. */
type EarlyDataSet = { day: string; dataSet: PreparedDataSet }

/** Makes the data set while PostgreSQL makes the database: both take seconds. */
async function makeEarly(timeZone: string): Promise<EarlyDataSet> {
  const day = dateIn(timeZone, new Date())
  return { day, dataSet: await prepareDataSet(demoDataSet(day)) }
}

/** Loads the demo's data set, creates its token and its key for websites, and switches the pages for visitors on, once. */
async function loadDemo(instance: Instance, early: Promise<EarlyDataSet> | undefined): Promise<void> {
  const { db, secrets, settings, clock } = instance
  const loaded = await db
    .selectFrom('token')
    .select('id')
    .where('hash', '=', tokenHash(demoToken))
    .executeTakeFirst()
  if (loaded) return
  // The data set and the token are written in two transactions: an earlier start may have been interrupted between them.
  const markerFile = join(settings.dataFolder, 'demo-is-loading')
  if (!(await db.selectFrom('client').select('id').limit(1).executeTakeFirst())) {
    await writeFile(markerFile, '')
    const day = dateIn(settings.timeZone, clock.now())
    const made = await early
    // The day of the database counts.
    const dataSet = made?.day === day ? made.dataSet : await prepareDataSet(demoDataSet(day))
    await importDataSet(db, dataSet, { via: 'kontor demo' })
  } else if (!existsSync(markerFile))
    throw new UsageError(
      'this data folder contains another instance; kontor demo needs a data folder of its own',
    )
  const now = clock.now()
  const today = dateIn(settings.timeZone, now)
  const passwordHash = await hashPassword(demoPassword)
  await inTransaction(db, { userId: null, via: 'kontor demo' }, async (tx) => {
    const admin = await tx
      .selectFrom('app_user')
      .select('id')
      .where('is_admin', '=', true)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', admin.id).execute()
    for (const dateId of await lastDates(tx, today))
      await issueCertificates(tx, dateId, undefined, { now, today, timeZone: settings.timeZone, secrets })
    await tx
      .insertInto('token')
      .values({ user_id: admin.id, label: 'demo', hash: tokenHash(demoToken) })
      .execute()
    const { id: clientId } = await tx
      .selectFrom('client')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { id: keyId } = await tx
      .insertInto('website_key')
      .values({
        client_id: clientId,
        shows_all_clients: true,
        name: 'Demo',
        key: demoKey,
        hash: tokenHash(demoKey),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('website_pages')
      .set({ key_id: keyId, ...pages })
      .execute()
    await insertLegalTexts(tx)
  })
  await rm(markerFile, { force: true })
}

/** Draws the images while the demo is looked at, because that takes seconds. */
function drawImages(instance: Instance): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isStopping = true
    })
  addDrawings(instance).catch((error) => {
    if (!isStopping) instance.log.warn({ err: error }, 'the images were not drawn; the next start draws them')
  })
}

/** `kontor demo` */
export const demoCommand = new Command('demo')
  .description(
    'run the service on a realistic data set in its own data folder, on loopback only, with the token "demo"',
  )
  .action(async () => {
    const settings = {
      ...readSettings({
        KONTOR_DATA: './demo-data',
        KONTOR_LOG_LEVEL: 'warn',
        ...process.env,
        KONTOR_DATABASE_URL: '',
        KONTOR_DATABASE_OWNER_URL: '',
      }),
      demo: true,
    }
    if (!isLoopback(settings.host))
      throw new UsageError('kontor demo listens only on loopback, because its token is public')
    const log = openServiceLog(settings.logLevel)
    // The terminal has been closed.
    process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))
    console.error('Kontor demo: starting …')
    const isNew = !existsSync(join(settings.dataFolder, 'postgres'))
    let early: Promise<EarlyDataSet> | undefined
    const running = runService(settings, log, (instance) => loadDemo(instance, early))
    if (isNew) early = makeEarly(settings.timeZone)
    early?.catch(() => {}) // loadDemo reports it
    const service = await running
    early = undefined
    drawImages(service.instance)
    console.error(`
Kontor demo: the back office is at ${service.address}/office (the sign-in is filled in)
The interface is at ${service.address}/restapi/v1
The interface is documented at ${service.address}/docs (token: ${demoToken})

Try:  curl -s -H 'Authorization: token ${demoToken}' '${service.address}/restapi/v1/events?eventId=1&prices=true'

Press Ctrl-C to stop.
`)
  })
