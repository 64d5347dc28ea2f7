// Name, time zone and public holidays of the instance. A row of `setting` overrides the environment.
import { sql } from 'kysely'
import Type from 'typebox'
import { countryCodes } from '../addresses/country-choices.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { Count, IsoDate, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { overrides } from '../platform/settings/current-settings.ts'
import { instanceCountry } from '../platform/settings/instance-country.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { closedDays, closedDaysSetting, holidayRegion, holidayRegions } from './holidays.ts'
import { settingsErrors } from './settings.errors.ts'
import { TravelMinutes, travelMinutes, travelMinutesSetting } from './travel-time.ts'

const Months = Type.Integer({ minimum: 1, maximum: 120 })

const InstanceSettings = record({
  name: Type.String(),
  /** '': that of the environment. */
  timeZone: Type.String(),
  currentTimeZone: Type.String(),
  holidayRegion: Type.String(),
  /** Of addresses that name no country, ISO 3166-1 alpha-2. */
  country: Type.String(),
  /** On which planning asks whether a date takes place. */
  closedDays: Type.Array(Type.String()),
  travelMinutes: Count,
  /** How long messages can be called back. */
  messageDelayMinutes: Count,
  /** The hour at which messages by time are sent. */
  messageHour: Count,
  /** Of people whose language is not known. */
  messageLanguage: Type.String(),
  /** How long links of visitors hold after the end of a date, and those of companies after their last use. */
  linkMonths: Months,
  companyLinkMonths: Months,
  /** How long entries of the change log are kept; 0: for ever. Set in the environment only. */
  changeLogDays: Type.Integer({ minimum: 0 }),
})

async function readSettings(reader: Reader, settings: Settings) {
  const rows = await reader.selectFrom('setting').selectAll().execute()
  const value = (name: string) => rows.find((row) => row.name === name)?.value ?? ''
  const timeZone = value(overrides.timeZone)
  const currentTimeZone = timeZone || settings.timeZone
  return {
    name: value('name') || 'Kontor',
    timeZone,
    currentTimeZone,
    holidayRegion: await holidayRegion(reader, currentTimeZone),
    country: await instanceCountry(reader),
    closedDays: await closedDays(reader),
    travelMinutes: await travelMinutes(reader),
    messageDelayMinutes: Number(value('message_delay_minutes') || 10),
    messageHour: Number(value('message_hour') || 8),
    messageLanguage: value('message_language') || 'de',
    linkMonths: Number(value(overrides.linkMonths) || settings.linkMonths.date),
    companyLinkMonths: Number(value(overrides.companyLinkMonths) || settings.linkMonths.use),
    changeLogDays: settings.changeLogDays,
  }
}

const plainSettings = [
  ['messageDelayMinutes', 'message_delay_minutes'],
  ['messageHour', 'message_hour'],
  ['messageLanguage', 'message_language'],
  ['country', overrides.country],
  ['linkMonths', overrides.linkMonths],
  ['companyLinkMonths', overrides.companyLinkMonths],
] as const

async function writeSetting(tx: Tx, name: string, value: string): Promise<void> {
  if (value === '') await tx.deleteFrom('setting').where('name', '=', name).execute()
  else
    await tx
      .insertInto('setting')
      .values({ name, value })
      .onConflict((on) => on.column('name').doUpdateSet({ value }))
      .execute()
}

/** The canonical name of a time zone that Node and PostgreSQL know. @throws Failure 400 */
async function validateTimeZone(reader: Reader, timeZone: string): Promise<string> {
  const error = badRequest([{ field: 'timeZone', ...settingsErrors.timeZone() }])
  let zone: string
  try {
    zone = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    throw error
  }
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(reader)
  if (rows.length === 0) throw error
  return zone
}

const getSettings = officeEndpoint({
  method: 'GET',
  path: '/settings',
  right: 'settings',
  response: Type.Array(InstanceSettings),
  handle: async ({ db, settings }) => [await readSettings(db, settings)],
})

const changeSettings = officeEndpoint({
  method: 'PATCH',
  path: '/settings',
  right: 'settings',
  body: record({
    name: Type.Optional(Type.String({ maxLength: 100, format: 'not-blank' })),
    timeZone: Type.Optional(Type.String({ maxLength: 100 })),
    holidayRegion: Type.Optional(Type.Enum(holidayRegions)),
    country: Type.Optional(Type.Enum([...countryCodes])),
    closedDays: Type.Optional(Type.Array(IsoDate, { maxItems: 1000 })),
    travelMinutes: Type.Optional(TravelMinutes),
    messageDelayMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 240 })),
    messageHour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
    messageLanguage: Type.Optional(Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))),
    linkMonths: Type.Optional(Months),
    companyLinkMonths: Type.Optional(Months),
  }),
  handle: async ({ tx, body }) => {
    if (body.name !== undefined) await writeSetting(tx, 'name', body.name.trim())
    if (body.timeZone !== undefined)
      await writeSetting(
        tx,
        overrides.timeZone,
        body.timeZone === '' ? '' : await validateTimeZone(tx, body.timeZone),
      )
    if (body.holidayRegion !== undefined) await writeSetting(tx, 'holiday_region', body.holidayRegion)
    if (body.closedDays !== undefined)
      await writeSetting(tx, closedDaysSetting, [...new Set(body.closedDays)].toSorted().join(','))
    if (body.travelMinutes !== undefined)
      await writeSetting(tx, travelMinutesSetting, String(body.travelMinutes))
    for (const [field, name] of plainSettings)
      if (body[field] !== undefined) await writeSetting(tx, name, String(body[field]))
    return []
  },
})

export const instanceOffice = [getSettings, changeSettings]
