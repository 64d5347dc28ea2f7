import openapiTS, { astToString } from 'openapi-typescript'

export const typesOf = async (document, options) =>
  astToString(await openapiTS(structuredClone(document), options))
