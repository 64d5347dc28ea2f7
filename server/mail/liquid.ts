// Texts with placeholders in Liquid, within bounds of length, time and memory, and without tags that read files. Errors are
// reported while typing: unknown names by analysing the text against invented values that have every placeholder, other errors
// by filling these values in.
import { closest, distance } from 'fastest-levenshtein'
import { Context, Liquid, type Template } from 'liquidjs'
import type { FieldError } from '../platform/ground/errors.ts'
import type { Language } from '../platform/ground/language.ts'
import { escapeTemplateValue } from './body.ts'
import { mailErrors } from './mail.errors.ts'
import { messageFilters } from './message-filters.ts'

/** Values of placeholders; objects and lists may be nested. */
export type TemplateValues = Readonly<Record<string, unknown>>

/** Bounds of one text: its characters, milliseconds, and characters that loops and filters make. */
const bounds = { parseLimit: 100_000, renderLimit: 1000, memoryLimit: 1_000_000 }

/** They read files, or write what the sanitiser would have to undo. */
const missingTags = [
  'include',
  'render',
  'layout',
  'block',
  'liquid',
  'increment',
  'decrement',
  'tablerow',
  'raw',
]
const missingFilters = [
  'raw',
  'json',
  'jsonify',
  'inspect',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
]

function createEngine(language: Language, isHtml: boolean): Liquid {
  const engine = new Liquid({
    ...bounds,
    ownPropertyOnly: true,
    strictFilters: true,
    dynamicPartials: false,
    ...(isHtml && {
      outputEscape: (value: unknown) => escapeTemplateValue(String(value ?? '')).replaceAll('\n', '<br>'),
    }),
  })
  for (const name of missingTags) delete engine.tags[name]
  for (const name of missingFilters) delete engine.filters[name]
  for (const [name, filter] of Object.entries(messageFilters(language))) engine.registerFilter(name, filter)
  return engine
}

const engines = new Map<string, Liquid>()

function engineOf(language: Language, isHtml: boolean): Liquid {
  const key = `${language} ${isHtml}`
  const engine = engines.get(key) ?? createEngine(language, isHtml)
  engines.set(key, engine)
  return engine
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' }

/** The editor of formatted text writes entities into placeholders, too. */
const withoutEntities = (html: string): string =>
  html.replace(/\{[{%].*?[%}]\}/gs, (tag) =>
    tag.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: string) => entities[name]!),
  )

const maxParsed = 200
const parsed = new Map<string, Template[]>()

/** Many mails have the same text. @throws the error of the parser */
function parse(engine: Liquid, key: string, text: string): Template[] {
  const found = parsed.get(key)
  if (found) return found
  const templates = engine.parse(text)
  if (parsed.size >= maxParsed) parsed.delete(parsed.keys().next().value!)
  parsed.set(key, templates)
  return templates
}

/** Fills in a text. Unknown placeholders are empty. @throws LiquidError if the text is wrong, or exceeds the bounds */
export function renderLiquid(
  text: string,
  values: TemplateValues,
  language: Language,
  isHtml: boolean,
): string {
  if (!text.includes('{{') && !text.includes('{%')) return text
  const engine = engineOf(language, isHtml)
  const templates = parse(engine, `${language} ${isHtml} ${text}`, isHtml ? withoutEntities(text) : text)
  return String(engine.renderSync(templates, values))
}

type Thrown = Error & {
  token?: { getPosition?: () => [line: number, column: number] }
  originalError?: Error
}

const lineOf = (error: Thrown): number => error.token?.getPosition?.()[0] ?? 1

/** The known name that is meant, if one is near. */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const found = closest(name, known)
  return distance(name.toLowerCase(), found.toLowerCase()) <= Math.max(2, name.length / 3) ? found : undefined
}

/** All placeholders of some values: `date.days[0].start`, without the elements of lists. */
export const placeholderPaths = (values: TemplateValues, prefix = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const path = prefix + name
    if (Array.isArray(value) || typeof value !== 'object' || value === null || value instanceof Date)
      return [path]
    return [path, ...placeholderPaths(value as TemplateValues, `${path}.`)]
  })

const listFields = ['size', 'first', 'last']

/** The values that a path leads to; undefined: it leads nowhere. */
function follow(values: unknown, segments: readonly unknown[]): unknown {
  let value = values
  for (const segment of segments) {
    if (Array.isArray(value)) {
      const isKnown =
        typeof segment === 'number' || typeof segment === 'object' || listFields.includes(String(segment))
      if (!isKnown) return undefined
      value = segment === 'size' ? value.length : value[0]
    } else if (typeof value === 'string' && segment === 'size') value = value.length
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, String(segment)))
      value = (value as TemplateValues)[String(segment)]
    else return undefined
  }
  return value
}

function syntaxError(thrown: Thrown): Omit<FieldError, 'field'> {
  const line = lineOf(thrown)
  const reason = (thrown.originalError?.message ?? thrown.message).replace(/, line:\d+.*$/s, '')
  const [, filter] = /^undefined filter: (.+)$/.exec(reason) ?? []
  const [, tag] = /^tag "(.+)" not found$/.exec(reason) ?? []
  const engine = engineOf('de', false)
  if (filter !== undefined)
    return unknownName(
      mailErrors.unknownFilter,
      mailErrors.unknownFilterNear,
      filter,
      line,
      Object.keys(engine.filters),
    )
  if (tag !== undefined)
    return unknownName(mailErrors.unknownTag, mailErrors.unknownTagNear, tag, line, Object.keys(engine.tags))
  if (/output "|not closed/.test(reason)) return mailErrors.openPlaceholder({ line })
  return mailErrors.templateSyntax({ line, reason })
}

function unknownName(
  plain: (params: { name: string; line: number }) => Omit<FieldError, 'field'>,
  near: (params: { name: string; line: number; suggestion: string }) => Omit<FieldError, 'field'>,
  name: string,
  line: number,
  known: readonly string[],
): Omit<FieldError, 'field'> {
  const suggestion = nearest(name, known)
  return suggestion === undefined ? plain({ name, line }) : near({ name, line, suggestion })
}

/** Placeholders inside loops and conditions that only rendering finds. */
function renderErrors(
  engine: Liquid,
  templates: Template[],
  values: TemplateValues,
): Omit<FieldError, 'field'>[] {
  try {
    engine.renderSync(templates, new Context(values, engine.options, { sync: true, strictVariables: true }))
    return []
  } catch (thrown) {
    const error = thrown as Thrown
    const [, name] = /undefined variable: (.+?)(?:, line:|$)/.exec(error.message) ?? []
    if (name === undefined) return [syntaxError(error)]
    const last = name.split('.').at(-1)!
    const names = placeholderNames(values)
    return [
      unknownName(
        mailErrors.unknownPlaceholder,
        mailErrors.unknownPlaceholderNear,
        last,
        lineOf(error),
        names,
      ),
    ]
  }
}

/** The names at every level. */
function placeholderNames(value: unknown): string[] {
  if (Array.isArray(value)) return placeholderNames(value[0])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...placeholderNames(inner)])
}

/**
 * The errors of a text, with their lines.
 * @param sample has every placeholder, and an element in every list
 */
export function textErrors(field: string, text: string, sample: TemplateValues): FieldError[] {
  const engine = engineOf('de', false)
  let templates: Template[]
  try {
    templates = engine.parse(withoutEntities(text))
  } catch (thrown) {
    return [{ field, ...syntaxError(thrown as Thrown) }]
  }
  const paths = placeholderPaths(sample)
  const globals = Object.values(engine.analyzeSync(templates, { partials: false }).globals).flat()
  const unknown = new Map<string, number>()
  for (const variable of globals)
    if (follow(sample, variable.segments) === undefined && !unknown.has(variable.toString()))
      unknown.set(variable.toString(), variable.location.row)
  const errors = [...unknown].map(([name, line]) =>
    unknownName(mailErrors.unknownPlaceholder, mailErrors.unknownPlaceholderNear, name, line, paths),
  )
  const found = errors.length > 0 ? errors : renderErrors(engine, templates, sample)
  return found.map((error) => ({ field, ...error }))
}
