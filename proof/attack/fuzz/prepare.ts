// Completes generated requests: with the credentials of their actor, the version that a record has, and the form that a page shows.
import type { Send } from '../send.ts'
import type { Accounts, Credentials } from '../service/accounts.ts'
import { shownFile } from '../service/links.ts'
import { encodeForm, fillForm, formsOf, linksOf } from './forms.ts'
import type { FuzzCall } from './requests.ts'

/** A request as it is sent, and the credentials in it. */
export type PreparedCall = { call: FuzzCall; credentials: Credentials }

/** The body with the version that the record has now. */
async function withVersion(call: FuzzCall, path: string, send: Send): Promise<FuzzCall> {
  if (typeof call.body !== 'string' || !call.body.startsWith('{')) return call
  const { status, text } = await send({ method: 'GET', path, headers: call.headers ?? {} })
  const version = status === 200 ? /"version":(\d+)/.exec(text)?.[1] : undefined
  return version === undefined
    ? call
    : { ...call, body: call.body.replace(/"version":-?\d+/, `"version":${version}`) }
}

/** The form of the page or of one of its parts, filled in; without one, its path gets fields that nobody asked for. */
async function withForm(call: FuzzCall, fill: NonNullable<FuzzCall['form']>, send: Send): Promise<FuzzCall> {
  const { path, headers = {} } = call
  const number = fill.numbers[0] ?? 0
  const page = (await send({ method: 'GET', path, headers })).text
  const parts = linksOf(page, '?')
  const part = parts[number % Math.max(1, parts.length)]
  const shown = part ? (await send({ method: 'GET', path: path.split('?')[0] + part, headers })).text : page
  const forms = formsOf(shown)
  const form = forms[number % Math.max(1, forms.length)]
  const fields = form
    ? fillForm(form, fill)
    : fill.texts.map((text, index) => [`field${index}`, text] as const)
  const { type, body } = encodeForm(fields, fill.encoding)
  const action = form?.action ?? ''
  return {
    ...call,
    path: action.startsWith('/') ? action : action.startsWith('?') ? path.split('?')[0] + action : path,
    headers: { 'content-type': type, ...headers },
    body,
  }
}

const shownFiles = new RegExp(`^(/[^?]+/files/)${shownFile}/(\\d+)`)

/** The path of a file that the page of a link shows. */
async function withShownFile(call: FuzzCall, send: Send): Promise<FuzzCall> {
  const [, folder, number] = shownFiles.exec(call.path) ?? []
  if (folder === undefined) return call
  const path = folder.replace(/\/files\/$/, '')
  const links = linksOf((await send({ method: 'GET', path, headers: call.headers ?? {} })).text, folder)
  return { ...call, path: links[Number(number) % Math.max(1, links.length)] ?? call.path }
}

/** @param send sends what has to be read before */
export async function prepareCall(
  generated: FuzzCall,
  accounts: Accounts,
  send: Send,
): Promise<PreparedCall> {
  const credentials = accounts.of(generated.actor)
  // Staff open pages with the session of the back office.
  const own = credentials[generated.scheme === 'page' ? 'office' : generated.scheme]
  const call = { ...generated, headers: { ...own, ...generated.headers } }
  if (call.form) return { credentials, call: await withForm(call, call.form, send) }
  if (call.scheme === 'page') return { credentials, call: await withShownFile(call, send) }
  if (call.versionPath === undefined) return { credentials, call }
  return { credentials, call: await withVersion(call, call.versionPath, send) }
}
