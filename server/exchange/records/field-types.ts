// Types of fields that several sections of the data set have.
import Type from 'typebox'
import { type FieldType, optionalText, text } from '../../platform/database/fields.ts'
import { oneOfOrNonePattern } from './record-errors.ts'

export const requiredText: FieldType = { ...text, schema: Type.String({ minLength: 1 }) }

/** One of the values; '': none. */
export const oneOfOrNone = (...values: readonly string[]): FieldType => ({
  ...optionalText,
  schema: Type.String({ pattern: oneOfOrNonePattern(values) }),
})
