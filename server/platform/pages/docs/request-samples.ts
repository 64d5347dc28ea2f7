// A request in the languages that the reference shows. The addresses are those of an invented host, which the page replaces.
type Json = Record<string, unknown>

/** The host of all samples. */
export const sampleOrigin = 'https://kontor.example'

/** A request with values that work on the demo. */
export type SampleRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export type Sample = { lang: string; label: string; source: string }

type Parameter = { name: string; in: string; example?: unknown; required?: boolean }
type Operation = Json & {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  security?: unknown[]
}

const asText = (value: unknown): string => encodeURIComponent([value].flat().join(',')).replaceAll('%2C', ',')

/** @param authorization the header, without which the interface answers with 401 */
export function sampleRequest(
  method: string,
  url: string,
  { parameters = [], requestBody, security }: Operation,
  authorization: string,
): SampleRequest {
  const query = parameters.filter(({ in: where, example }) => where === 'query' && example !== undefined)
  const path = parameters
    .filter(({ in: where }) => where === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, asText(example ?? '1')), url)
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const hasBody = type !== undefined && method !== 'get'
  return {
    method: method.toUpperCase(),
    url: `${sampleOrigin}${path}${query.length > 0 ? '?' : ''}${query.map(({ name, example }) => `${name}=${asText(example)}`).join('&')}`,
    headers: {
      ...(security?.length === 0 ? {} : { Authorization: authorization }),
      ...(hasBody ? { 'Content-Type': type } : {}),
    },
    ...(hasBody
      ? {
          body:
            type === 'application/json' ? JSON.stringify(media?.example, null, 2) : String(media?.example),
        }
      : {}),
  }
}

const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`

const curl = ({ method, url, headers, body }: SampleRequest): string =>
  [
    `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}${shellText(url)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellText(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data-binary ${shellText(body)}`]),
  ].join(' \\\n')

const javaScript = ({ method, url, headers, body }: SampleRequest): string =>
  [
    `const response = await fetch(${quoted(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: {`,
    ...Object.entries(headers).map(([name, value]) => `    '${name}': ${quoted(value)},`),
    '  },',
    ...(body === undefined
      ? []
      : [
          `  body: ${headers['Content-Type'] === 'application/json' ? `JSON.stringify(${body})` : quoted(body)},`,
        ]),
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(await response.text())',
  ].join('\n')

const php = ({ method, url, headers, body }: SampleRequest): string =>
  [
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    `    'header' => [${Object.entries(headers)
      .map(([name, value]) => quoted(`${name}: ${value}`))
      .join(', ')}],`,
    ...(body === undefined ? [] : [`    'content' => ${quoted(body)},`]),
    ']]);',
    `echo file_get_contents(${quoted(url)}, false, $context);`,
  ].join('\n')

const python = ({ method, url, headers, body }: SampleRequest): string =>
  [
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${quoted(url)},`,
    `    method='${method}',`,
    `    headers={${Object.entries(headers)
      .map(([name, value]) => `'${name}': ${quoted(value)}`)
      .join(', ')}},`,
    ...(body === undefined ? [] : [`    data=r'''${body}'''.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.read().decode())',
  ].join('\n')

/** The request in each language. */
export const samplesOf = (request: SampleRequest): Sample[] => [
  { lang: 'shell', label: 'curl', source: curl(request) },
  { lang: 'javascript', label: 'JavaScript', source: javaScript(request) },
  { lang: 'php', label: 'PHP', source: php(request) },
  { lang: 'python', label: 'Python', source: python(request) },
]
