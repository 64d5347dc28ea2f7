// The templates of the causes: as Kontor brings them, or as the provider has changed them.
import { sql } from 'kysely'
import Type from 'typebox'
import { versionColumn } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest, conflict } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { IdOrNone, LongText, record, ShortText, Version } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { deleteUnused } from '../../platform/http/record-endpoints.ts'
import { type Cause, ruleCauses } from '../causes.ts'
import type { MessageText } from '../planned-message.ts'
import { builtInTemplates } from './built-in-templates.ts'
import { cleanTexts, textsErrors } from './templates.office.ts'
import { loadTemplates, textsOf } from './templates.ts'

const BuiltInTemplate = record({
  cause: Type.Unsafe<Cause>(Type.Enum(ruleCauses)),
  version: Version,
  /** 0: unchanged. */
  templateId: IdOrNone,
  subject: Type.String(),
  body: Type.String(),
  subjectEn: Type.String(),
  bodyEn: Type.String(),
})

async function builtInRows(reader: Reader) {
  const stored = await loadTemplates(reader)
  const versions = new Map(
    (
      await reader
        .selectFrom('communication_template as r')
        .select(['r.cause', versionColumn('communication_template', 'r.id').as('version')])
        .where('r.cause', 'is not', null)
        .execute()
    ).map(({ cause, version }) => [cause, version]),
  )
  return ruleCauses.map((cause) => ({
    cause,
    version: versions.get(cause) ?? 0,
    templateId: stored.byCause.get(cause)?.id ?? 0,
    ...textsOf({ cause, templateId: 0 }, stored),
  }))
}

const listBuiltIn = officeEndpoint({
  method: 'GET',
  path: '/built-in-templates',
  response: Type.Array(BuiltInTemplate),
  handle: ({ db }) => builtInRows(db),
})

const causeParams = Type.Object({ cause: Type.Unsafe<Cause>(Type.Enum(ruleCauses)) })

const changeBuiltIn = officeEndpoint({
  method: 'PATCH',
  path: '/built-in-templates/{cause}',
  right: 'settings',
  params: causeParams,
  body: record({
    version: Version,
    subject: ShortText,
    body: LongText,
    subjectEn: ShortText,
    bodyEn: LongText,
  }),
  response: Type.Array(BuiltInTemplate),
  handle: async ({ tx, params: { cause }, body: { version, ...texts } }) => {
    const errors = textsErrors(texts)
    if (errors.length > 0) throw badRequest(errors)
    await writeBuiltIn(tx, cause, version, cleanTexts(texts))
    return (await builtInRows(tx)).filter((row) => row.cause === cause)
  },
})

async function writeBuiltIn(tx: Tx, cause: Cause, version: number, texts: MessageText): Promise<void> {
  const values = {
    subject: texts.subject,
    body: texts.body,
    subject_en: texts.subjectEn,
    body_en: texts.bodyEn,
  }
  const row = await tx
    .insertInto('communication_template')
    .values({ name: builtInTemplates[cause].de.subject.replace(/: .*/, ''), cause, ...values })
    .onConflict((on) => on.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && version === 0) return
  const { rows } = await sql<{ version: number }>`
    select ${versionColumn('communication_template', 'r.id')} as version from communication_template r where r.cause = ${cause} for no key update`.execute(
    tx,
  )
  if (rows[0]!.version !== version) throw conflict(generalErrors.stale(), { kind: 'stale' })
  await tx.updateTable('communication_template').set(values).where('cause', '=', cause).execute()
}

/** Restores the text that Kontor brings. */
const restoreBuiltIn = officeEndpoint({
  method: 'DELETE',
  path: '/built-in-templates/{cause}',
  right: 'settings',
  params: causeParams,
  handle: async ({ tx, params: { cause } }) => {
    await deleteUnused(tx, 'communication_template', 'cause', cause)
    return []
  },
})

export const builtInOffice = [listBuiltIn, changeBuiltIn, restoreBuiltIn]
