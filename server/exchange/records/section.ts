// A section of the data set: schema, validation, writing and reading of its records.
import { sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { type Fields, selectList } from '../../platform/database/fields.ts'
import { advanceSequence, type LinkTable, upsert, writeLinks } from '../../platform/database/write-rows.ts'
import type { ValidationErrors } from './import-error.ts'
import { withLimits, withOptionalFields } from './record-defaults.ts'
import type { PlaceholderIds, References, Target } from './references.ts'

// biome-ignore lint/suspicious/noExplicitAny: a record's fields are what its section's schema says, checked at run time
export type DataRecord = Record<string, any>

/** The records of a section, completed with defaults, and their JSON pointers. */
export type SectionRecords = { items: DataRecord[]; pointer: (index: number) => string }

/**
 * The treatment of fields of an existing record that the data set leaves out: they are an error if they have a value, they stay, or
 * they are emptied.
 */
export type ImportMode = 'complete' | 'merge' | 'replace'

/** The state of an import. */
export type ImportRun = {
  errors: ValidationErrors
  mode: ImportMode
  references: References
  section: (name: string) => SectionRecords
  /** Known once the references have been resolved. */
  placeholders: PlaceholderIds
  /** Reports the number of records written of the current section. */
  onWritten: (count: number) => void
}

export type Key = string | number

export type Section = {
  name: string
  /** The schema of a record. */
  schema: TSchema
  /** The field that is the unique key of a record. */
  key: string
  /** The tables with the rows of a record, and their columns with its key. */
  tables: readonly (readonly [table: string, column: string])[]
  /** Registers the record as a target of references. */
  provideReferences?: ((item: DataRecord, references: References) => void) | undefined
  /** Fields that a record leaves out keep their stored value in every mode. */
  keepsWhatIsLeftOut?: true
  /** Completes a given record with the stored one; default: field by field. */
  merge?: ((stored: DataRecord, input: DataRecord) => DataRecord) | undefined
  /**
   * Transforms a valid record, and reports errors beyond its schema. `raw` is the record without defaults, `input` the same without
   * what a merge has added.
   */
  normalize?:
    | ((
        item: DataRecord,
        raw: DataRecord,
        pointer: string,
        errors: ValidationErrors,
        input: DataRecord,
      ) => DataRecord | undefined)
    | undefined
  /** Makes a function that changes normalised records to a form that needs less memory. */
  packer?: (() => (item: DataRecord) => DataRecord) | undefined
  /** Registers references, and reports errors that do not depend on the database. */
  validate?: ((records: SectionRecords, run: ImportRun) => void) | undefined
  /** Reports errors that depend on the database. */
  validateAgainstDatabase?: ((tx: Tx, records: SectionRecords, run: ImportRun) => Promise<void>) | undefined
  write: (tx: Tx, records: SectionRecords, run: ImportRun) => Promise<void>
  /** The records as JSON texts, ordered by their key: all of them, or those with these keys. */
  read: (reader: Reader, keys?: readonly Key[]) => AsyncGenerator<string>
}

/** A list of ids or texts of a record; `to`: the kind of records that the ids refer to. */
export type LinkedRows = LinkTable & { schema: TSchema; to?: Target }

type TableSection = {
  name: string
  table: string
  /** The key field and its column; default: `id`. */
  key?: readonly [field: string, column: string]
  fields: Fields
  /** Columns that are computed from the record. */
  derivedFields?: Fields
  required?: readonly string[]
  target?: Target
  references?: Readonly<Record<string, Target>>
  links?: Readonly<Record<string, LinkedRows>>
  /** Further fields: their schema, and SQL over the alias `t`. */
  computedFields?: Readonly<Record<string, { schema: TSchema; read: string }>>
  normalize?: Section['normalize']
  validate?: Section['validate']
  validateAgainstDatabase?: Section['validateAgainstDatabase']
  beforeWrite?: Section['write']
  afterWrite?: Section['write']
}

const pageSize = 1000

/** A section whose records are the rows of a table. */
export function tableSection(table: TableSection): Section {
  const [keyField, keyColumn] = table.key ?? ['id', 'id']
  const hasNumericKey = table.fields[keyField]![1].type === 'integer'
  const links = Object.entries(table.links ?? {})
  return {
    name: table.name,
    schema: sectionSchema(table, keyField),
    key: keyField,
    tables: [[table.table, keyColumn]],
    provideReferences:
      table.target && ((item, references) => references.provide(table.target!, item[keyField])),
    normalize: table.normalize,
    validateAgainstDatabase: table.validateAgainstDatabase,
    validate(records, run) {
      records.items.forEach((item, index) => {
        for (const [field, target] of Object.entries(table.references ?? {}))
          run.references.require(target, item[field], `${records.pointer(index)}/${field}`)
        for (const [field, { to }] of links)
          if (to)
            for (const [at, value] of (item[field] as number[]).entries())
              run.references.require(to, value, `${records.pointer(index)}/${field}/${at}`)
      })
      table.validate?.(records, run)
    },
    async write(tx, records, run) {
      await table.beforeWrite?.(tx, records, run)
      const keys = records.items.map((item) => item[keyField])
      if (hasNumericKey && keyColumn === 'id' && table.table !== 'address_type')
        await advanceSequence(tx, table.table, keys)
      await upsert(tx, table.table, { ...table.fields, ...table.derivedFields }, [keyColumn], records.items)
      for (const [field, link] of links)
        await writeLinks(
          tx,
          link,
          records.items.map((item) => [item[keyField], item[field]]),
        )
      await table.afterWrite?.(tx, records, run)
    },
    read: (reader, keys) => readTable(reader, table, keyColumn, hasNumericKey, keys),
  }
}

function sectionSchema(table: TableSection, keyField: string): TSchema {
  const properties = {
    ...Object.fromEntries(
      Object.entries(table.fields).map(([field, [, type]]) => [field, withLimits(type.schema, type)]),
    ),
    ...Object.fromEntries(
      Object.entries(table.links ?? {}).map(([field, { schema }]) => [field, Type.Array(schema)]),
    ),
    ...Object.fromEntries(
      Object.entries(table.computedFields ?? {}).map(([field, { schema }]) => [field, schema]),
    ),
  }
  const title = table.name
  return withOptionalFields(Type.Object(properties, { title }), {
    [title]: [keyField, ...(table.required ?? [])],
  })
}

async function* readTable(
  reader: Reader,
  table: TableSection,
  key: string,
  hasNumericKey: boolean,
  keys?: readonly Key[],
): AsyncGenerator<string> {
  const links = Object.entries(table.links ?? {}).map(([field, link]) => {
    const order = link.type === 'text' ? `l.${link.column} collate "C"` : `l.${link.column}`
    return `coalesce((select json_agg(l.${link.column} order by ${order}) from ${link.table} l
      where l.${link.owner} = t.${key}), '[]') as "${field}"`
  })
  const more = Object.entries(table.computedFields ?? {}).map(([field, { read }]) => `${read} as "${field}"`)
  const list = [selectList(table.fields, 't'), ...links, ...more].join(', ')
  const order = hasNumericKey ? `t.${key}` : `t.${key} collate "C"`
  const wanted = keys
    ? sql`and t.${sql.raw(key)} = any(${keys}::${sql.raw(hasNumericKey ? 'int[]' : 'text[]')})`
    : sql``
  for (let last: Key = hasNumericKey ? 0 : ''; ; ) {
    const { rows } = await sql<{ key: Key; line: string }>`
      select t.${sql.raw(key)} as key, (select row_to_json(r)::text from (select ${sql.raw(list)}) r) as line
      from ${sql.raw(table.table)} t where ${sql.raw(order)} > ${last} ${wanted} order by ${sql.raw(order)} limit ${pageSize}`.execute(
      reader,
    )
    for (const row of rows) yield row.line
    if (rows.length < pageSize) return
    last = rows.at(-1)!.key
  }
}
