import { type Described, propertyDescription, selectableFields, type TSchema } from '../../ground/schema.ts'

export type Json = Record<string, unknown>
export type Property = Json &
  Described & {
    type?: unknown
    title?: string
    required?: string[]
    properties?: Record<string, Property>
    items?: Property
    anyOf?: Property[]
  }

/**
 * Replaces titled schemas within a schema by references to components.
 * @param answer a response, in which clients must expect further properties
 */
export function extractComponents(schema: TSchema, components: Record<string, Json>, answer = false): Json {
  const node = schema as Property
  if (!node.title) return extractNestedComponents(node, components, answer)
  if (!(node.title in components)) {
    components[node.title] = {}
    Object.assign(components[node.title]!, extractNestedComponents(node, components, answer))
  }
  const description = node[propertyDescription]
  return { $ref: `#/components/schemas/${node.title}`, ...(description ? { description } : {}) }
}

function extractNestedComponents(
  { title: _title, [propertyDescription]: _shown, [selectableFields]: isSelectable, ...schema }: Property,
  components: Record<string, Json>,
  answer: boolean,
): Json {
  const nested = (part: Property) => extractComponents(part, components, answer)
  const { properties, items, anyOf, additionalProperties } = schema
  const description = schema.description ?? anyOf?.find((form) => form.description)?.description
  if (answer && additionalProperties === false) delete schema['additionalProperties']
  if (answer && isSelectable) delete schema.required
  return {
    ...schema,
    ...typeOfValues(schema),
    ...(description ? { description } : {}),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, nested(property)]),
      ),
    }),
    ...(items && { items: nested(items) }),
    ...(anyOf && { anyOf: anyOf.map(nested) }),
  }
}

/** Generators make a constant of each value, and need its type; of an empty text they cannot make a name. */
function typeOfValues({ type, enum: values }: Property): Json {
  if (!Array.isArray(values) || type !== undefined || values.some((value) => typeof value !== 'string'))
    return {}
  return {
    type: 'string',
    ...(values.includes('') && { 'x-enum-varnames': values.map((value) => (value === '' ? 'none' : value)) }),
  }
}
