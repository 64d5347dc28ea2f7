// The targets of the attack: every endpoint and page of the five registries, and paths beside them.
import { integrationEndpoints, integrationPrefix } from '../../../server/integration.ts'
import { endpoints } from '../../../server/interface.ts'
import { officeEndpoints } from '../../../server/office.ts'
import { publicFiles, publicPages, websitePages } from '../../../server/pages.ts'
import type { Endpoint } from '../../../server/platform/http/endpoint.ts'
import { publicPrefix } from '../../../server/website/cursor.ts'
import { publicEndpoints, publicFileEndpoint, publicWrites } from '../../../server/website.ts'
import type { Schema } from '../../../test/reference/arbitraries.ts'
import { prefix } from '../../support/kontor.ts'

/** How requests authenticate: a token, a session, a key; a page by its link alone. */
export type Scheme = 'interface' | 'office' | 'website' | 'page'

/** An endpoint or a page, as the fuzzer sees it. */
export type Target = {
  /** The name of a target in a report. */
  id: string
  scheme: Scheme
  method: string
  /** With its prefix, in OpenAPI's form. */
  path: string
  params?: Schema | undefined
  query?: Schema | undefined
  body?: Schema | undefined
  content: 'none' | 'json' | 'file' | 'form'
  /** How many times as often as an endpoint of the back office it is called: other registries are smaller. */
  weight: number
}

type Described = Pick<Target, 'id' | 'method' | 'path'> & {
  params?: unknown
  query?: unknown
  body?: unknown
  isUpload?: boolean
}

const schemaOf = (schema: unknown) => schema as Schema | undefined

const target = (scheme: Scheme, weight: number, described: Described): Target => ({
  ...{ id: described.id, scheme, method: described.method, path: described.path, weight },
  params: schemaOf(described.params),
  query: schemaOf(described.query),
  body: schemaOf(described.body),
  content: described.isUpload ? 'file' : described.body === undefined ? 'none' : 'json',
})

const ofEndpoint =
  (scheme: Scheme, prefix: string, weight: number) =>
  ({ id, method, path, params, query, body, input, upload }: Endpoint): Target =>
    target(scheme, weight, {
      ...{ id, method, path: prefix + path, params },
      query: input ?? query,
      body: body ?? input,
      isUpload: upload !== undefined,
    })

const readPage = (path: string, weight: number): Target =>
  target('page', weight, { id: `GET ${path}`, method: 'GET', path })
const sendForm = (path: string, weight: number): Target => ({
  ...target('page', weight, { id: `POST ${path}`, method: 'POST', path }),
  content: 'form',
})

/** Of the operator and of the built files; they are in no registry. */
const otherPaths = [
  ...['/', '/office', '/office/', '/office/assets/', '/office/index.html', '/office/x/y', '/favicon.ico'],
  ...['/docs', '/docs/en/reference', '/docs/assets/guide.css', '/docs/de/search?q=x', '/docs/assets/../x'],
  ...[`${prefix}/openapi.json`, `${integrationPrefix}/openapi.json`, `${publicPrefix}/openapi.json`],
  ...['/widget/v1.js', '/healthz', '/readyz', '/metrics', '/hooks/bounces', '/.env', prefix, '/restapi/v2/x'],
]

export const targets: readonly Target[] = [
  ...endpoints.map(ofEndpoint('interface', prefix, 3)),
  ...integrationEndpoints.map(ofEndpoint('interface', integrationPrefix, 3)),
  ...officeEndpoints.map((one) => ofEndpoint('office', '/office/api', 1)(one as Endpoint)),
  ...[...publicEndpoints, publicFileEndpoint].map(({ path, ...endpoint }) =>
    target('website', 3, { ...endpoint, method: 'GET', path: publicPrefix + path }),
  ),
  ...publicWrites.map(({ path, ...write }) =>
    target('website', 6, { ...write, method: 'POST', path: publicPrefix + path }),
  ),
  // Which pages of the catalogue have a form is known once an instance is open.
  ...websitePages.flatMap(({ path }) => [readPage(path, 3), sendForm(path, 6)]),
  ...publicPages.flatMap(({ path, submit }) => [readPage(path, 2), ...(submit ? [sendForm(path, 6)] : [])]),
  ...publicFiles.map(({ path }) => readPage(path, 2)),
  ...otherPaths.map((path) => readPage(path, 0.5)),
]
