import Type, { type Static, type TSchema } from 'typebox'

/** An id: integer from 1 to 2147483647 (decision 1.5). */
export const Id = Type.Integer({ minimum: 1, maximum: 2147483647 })

/** An id in a response; 0: none (decision 1.1). */
export const IdOrNone = Type.Integer({ minimum: 0, maximum: 2147483647 })

/** A count, 0 to 2147483647. */
export const Count = Type.Integer({ minimum: 0, maximum: 2147483647 })

/** Names, titles, towns, numbers in a request: at most 255 characters (decision 2.5). */
export const ShortText = Type.String({ maxLength: 255 })

/** The name of a record in a request: not blank, at most 255 characters. */
export const Name = Type.String({ maxLength: 255, format: 'not-blank' })

/** The version of a record of the back office (change-log.ts). */
export const Version = Type.Integer({ minimum: 0 })

/** Comments in a request: at most 65,535 characters (decision 2.5). */
export const LongText = Type.String({ maxLength: 65535 })

/** A calendar date `YYYY-MM-DD` that exists. */
export const IsoDate = Type.String({ format: 'date' })

/** A time of day `HH:MM`. */
export const Time = Type.String({ format: 'time-of-day' })

/** An e-mail address in a request, trimmed before it is used (decision 4.2). */
export const Email = Type.String({ format: 'email-address' })

/** The address of a link in a request: http(s), mailto, tel, or without a scheme. */
export const Link = Type.String({ maxLength: 255, format: 'link' })

/** Money as a number: at most two decimals (decision 1.4). */
export const Money = Type.Number()

/** Money as a text with two decimals, or "" (decision 1.4). */
export const MoneyText = Type.String({ pattern: '^(-?[0-9]+\\.[0-9]{2})?$' })

/** 0 or 1 as an integer. */
export const Flag01 = Type.Integer({ minimum: 0, maximum: 1 })

/** A field of a PATCH that `null` clears (decision 4.8). Shown to TypeScript as a union, to validators as one schema. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** The same fields, all optional. */
export const partly = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Partial(Type.Object(properties)).properties

/** The description of a property with a titled schema, which is described by itself. Validators ignore it. */
export const propertyDescription = 'x-property-description'
/** The mark of a response whose fields a request can choose, so that any of them may be missing. */
export const selectableFields = 'x-selectable-fields'
export type Described = {
  description?: string
  [propertyDescription]?: string
  [selectableFields]?: true
}

/** Describes each property for the OpenAPI document. One without its text does not compile. */
export const described = <P extends Record<string, TSchema>>(
  properties: P,
  texts: { readonly [K in keyof P]: string },
): P =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const key = 'title' in schema ? propertyDescription : 'description'
      const text = { value: texts[name], enumerable: true, configurable: true, writable: true }
      // A schema is its enumerable keys and those in which TypeBox keeps its kind.
      return [name, Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), [key]: text })]
    }),
  ) as P

/** The schema of records whose fields a request can choose. Validators ignore the mark, and the OpenAPI document leaves it out. */
export const withSelectableFields = <S extends TSchema>(schema: S): S =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(schema),
      [selectableFields]: { value: true, enumerable: true },
    },
  ) as S

/** An array in a response. */
export const list = <S extends TSchema>(schema: S) => Type.Array(schema)

/** An object without further fields. `title` makes it a component of the OpenAPI document, which `description` describes. */
export function record<P extends Record<string, TSchema>>(
  properties: P,
  title?: string,
  description?: string,
) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
  })
}

/** A field error inside a successful response. */
export const FieldErrorRecord = record({
  field: Type.String(),
  message: Type.String(),
  code: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
})

export type { Static, TSchema }
