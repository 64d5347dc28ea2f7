import { sampleRequest, samplesOf } from './request-samples.ts'

type Json = Record<string, unknown>

/** An OpenAPI document, served below the prefix of its interface. */
export type ServedDocument = {
  name: string
  prefix: string
  document: unknown
  headers: Record<string, string>
  /** The header of its samples: `token YOUR_TOKEN`. */
  authorization: string
}

const bareToken = 'The token alone: this page adds the word `token`.'

const bodyOfGet =
  'The parameters are also read from a JSON body. Browsers send none, so this page offers the query.'

/** The document as the reference shows it: without bodies of GET, which browsers do not send, and with samples of each request. */
export function toReferenceDocument({ document, prefix, authorization }: ServedDocument): Json {
  const { paths, components, ...rest } = document as {
    paths: Record<string, Record<string, Json>>
    components: Json & { securitySchemes: Record<string, Json> }
  }
  const { securitySchemes } = components
  const schemes = Object.entries(securitySchemes).map(([name, scheme]) => [
    name,
    scheme['name'] === 'Authorization' ? { ...scheme, description: bareToken } : scheme,
  ])
  const describe = (path: string, method: string, operation: Json): Json => {
    const { requestBody, ...withoutBody } = operation
    const samples = samplesOf(sampleRequest(method, prefix + path, operation, authorization))
    if (method !== 'get' || !requestBody) return { ...operation, 'x-codeSamples': samples }
    return {
      ...withoutBody,
      description: [operation['description'], bodyOfGet].filter(Boolean).join('\n\n'),
      'x-codeSamples': samples,
    }
  }
  return {
    ...rest,
    components: { ...components, securitySchemes: Object.fromEntries(schemes) },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            describe(path, method, operation),
          ]),
        ),
      ]),
    ),
  }
}
