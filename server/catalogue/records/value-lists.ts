// Lists of values without identity, stored as jsonb in the interface's form.
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { LongText, partly, record } from '../../platform/ground/schema.ts'

/** A stored list as records of a schema: all fields, in the schema's order. Missing fields are empty. */
export const parseList = <S extends TObject>(schema: S, stored: unknown): Static<S>[] =>
  objectsIn(stored).map((item) => complete(schema, item)) as Static<S>[]

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []

function complete(schema: TSchema, value: unknown): unknown {
  if (Type.IsArray(schema)) return objectsIn(value).map((item) => complete(schema.items, item))
  if (!Type.IsObject(schema)) return typeof value === 'string' ? value : ''
  const fields = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, complete(property, fields[name])]),
  )
}

/** The back office's names of the interface's fields. */
const officeNames = {
  meta_title: 'title',
  meta_language_training: 'languageTraining',
  meta_event_type_name: 'eventTypeName',
  meta_target_group_name: 'targetGroupName',
  meta_topic_name: 'topicName',
  meta_competence_level_name: 'competenceLevelName',
  meta_occupation_name: 'occupationName',
  meta_dropdown_list: 'dropdownLists',
  dropdown_list_id: 'lists',
  list_id: 'listId',
  option: 'options',
  entry_id: 'entryId',
  deftpl_field: 'fields',
  deftpl_description: 'description',
  deftpl_value: 'value',
  deftpl_detfault_description: 'defaultDescription',
} as const
type OfficeNames = typeof officeNames

/** A record of the interface with the back office's names. */
type InOffice<T> = T extends readonly (infer Item)[]
  ? InOffice<Item>[]
  : T extends object
    ? { [K in keyof T as K extends keyof OfficeNames ? OfficeNames[K] : K]: InOffice<T[K]> }
    : T

const officeName = (name: string): string =>
  name in officeNames ? officeNames[name as keyof OfficeNames] : name

function toOffice(schema: TSchema, value: unknown): unknown {
  if (Type.IsArray(schema)) return (value as unknown[]).map((item) => toOffice(schema.items, item))
  if (!Type.IsObject(schema)) return value
  const fields = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [
      officeName(name),
      toOffice(property, fields[name]),
    ]),
  )
}

function fromOffice(schema: TSchema, value: unknown): unknown {
  if (Type.IsArray(schema)) return objectsIn(value).map((item) => fromOffice(schema.items, item))
  if (!Type.IsObject(schema)) return value
  const fields = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [
      name,
      fromOffice(property, fields[officeName(name)]),
    ]),
  )
}

/** The schema of a request: all fields are optional. */
function officeSchema(schema: TSchema): TSchema {
  if (Type.IsArray(schema)) return Type.Array(officeSchema(schema.items))
  if (!Type.IsObject(schema)) return LongText
  return record(
    partly(
      Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [
          officeName(name),
          officeSchema(property),
        ]),
      ),
    ),
  )
}

/** A field of the database with such a list: stored with the interface's names, in the back office with its own. */
export const valueList = <S extends TObject>(schema: S, maxItems: number) => {
  const list = Type.Unsafe<InOffice<Static<S>>[]>(Type.Array(officeSchema(schema), { maxItems }))
  const empty: InOffice<Static<S>>[] = []
  return {
    schema: list,
    input: list,
    empty,
    type: 'jsonb',
    read: (column: string) => column,
    write: (input: string) => input,
    stored: schema,
  }
}

type ValueList = { stored: TObject }
const valueListsOf = (fields: Readonly<Record<string, readonly [string, object]>>): [string, TObject][] =>
  Object.entries(fields).flatMap(([name, [, type]]) =>
    'stored' in type ? [[name, (type as ValueList).stored]] : [],
  )

/** Converts the lists of a stored row to the back office's names. */
export const showValueLists = <R extends object>(
  fields: Readonly<Record<string, readonly [string, object]>>,
  row: R,
): R => convertLists(fields, row, (schema, value) => toOffice(Type.Array(schema), parseList(schema, value)))

/** Converts the lists of a request to their stored form. */
export const storeValueLists = <R extends object>(
  fields: Readonly<Record<string, readonly [string, object]>>,
  row: R,
): R => convertLists(fields, row, (schema, value) => parseList(schema, fromOffice(Type.Array(schema), value)))

const convertLists = <R extends object>(
  fields: Readonly<Record<string, readonly [string, object]>>,
  row: R,
  convert: (schema: TObject, value: unknown) => unknown,
): R => ({
  ...row,
  ...Object.fromEntries(
    valueListsOf(fields)
      .filter(([name]) => name in row)
      .map(([name, schema]) => [name, convert(schema, row[name as keyof R])]),
  ),
})
