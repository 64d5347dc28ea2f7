// Types of fields that several sections of the data set have.
import Type from 'typebox'
import { type FieldType, jsonColumn, optionalText, text } from '../../platform/database/fields.ts'
import { oneOfOrNonePattern } from './record-errors.ts'

export const requiredText: FieldType = { ...text, schema: Type.String({ minLength: 1 }) }

/** One of the values; '': none. */
export const oneOfOrNone = (...values: readonly string[]): FieldType => ({
  ...optionalText,
  schema: Type.String({ pattern: oneOfOrNonePattern(values) }),
})

/** An object of any content, such as the entries of a visitor. */
export const plainObject: FieldType = {
  ...jsonColumn,
  schema: Type.Unsafe<object>({ type: 'object' }),
  empty: {},
}

export const oneOf = (...values: readonly string[]): FieldType => ({
  ...text,
  schema: Type.Enum([...values]),
})
