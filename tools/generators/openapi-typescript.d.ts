/** Types of the operations and schemas of an OpenAPI document, by openapi-typescript. */
export function typesOf(
  document: object,
  options?: { rootTypes?: boolean; rootTypesNoSchemaPrefix?: boolean },
): Promise<string>
