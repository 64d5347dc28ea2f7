// Forms: the fields that a page shows, filled in, and bodies as a browser or a program sends them.

/** A field as the page shows it, with the value that it has there; `choices`: those of a select, or of radio buttons. */
type FormField = { name: string; type: string; value: string; choices: readonly string[] }

export type Form = {
  /** Where it is sent; '': to the page. */
  action: string
  fields: readonly FormField[]
  /** Names and values of its buttons. */
  buttons: readonly (readonly [name: string, value: string])[]
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!)
const attributeOf = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag)
  return found ? decode(found[1] ?? '') : undefined
}

/** The forms of a page that are sent with POST. */
export function formsOf(html: string): Form[] {
  return [...html.matchAll(/(<form\b[^>]*>)(.*?)<\/form>/gs)]
    .filter(([, tag = '']) => attributeOf(tag, 'method') === 'post')
    .map(([, tag = '', content = '']) => {
      const fields = new Map<string, FormField>()
      for (const [input] of content.matchAll(/<input\b[^>]*>/g)) {
        const name = attributeOf(input, 'name')
        if (name === undefined) continue
        const type = attributeOf(input, 'type') ?? 'text'
        const value = attributeOf(input, 'value') ?? (type === 'checkbox' ? 'on' : '')
        const others = type === 'radio' ? fields.get(name) : undefined
        const choices = type === 'radio' ? [...(others?.choices ?? []), value] : []
        const shown = others && attributeOf(input, 'checked') === undefined ? others.value : value
        fields.set(name, { name, type, value: shown, choices })
      }
      for (const [, select = '', options = ''] of content.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/gs)) {
        const name = attributeOf(select, 'name') ?? ''
        const all = [...options.matchAll(/<option\b[^>]*>/g)].map(([one]) => one)
        const choices = all.map((one) => attributeOf(one, 'value') ?? '')
        const shown = all.findIndex((one) => attributeOf(one, 'selected') !== undefined)
        fields.set(name, { name, type: 'select', value: choices[Math.max(0, shown)] ?? '', choices })
      }
      for (const [, area = '', value = ''] of content.matchAll(/(<textarea\b[^>]*>)(.*?)<\/textarea>/gs)) {
        const name = attributeOf(area, 'name') ?? ''
        fields.set(name, { name, type: 'textarea', value: decode(value), choices: [] })
      }
      const buttons = [...content.matchAll(/<button\b[^>]*>/g)].flatMap(([button]) => {
        const name = attributeOf(button, 'name')
        return name === undefined ? [] : [[name, attributeOf(button, 'value') ?? ''] as const]
      })
      return { action: attributeOf(tag, 'action') ?? '', fields: [...fields.values()], buttons }
    })
}

/** Where the links of a page lead that begin so: `?` for its other parts, such as `?part=names`. */
export const linksOf = (html: string, beginning: string): string[] =>
  [...html.matchAll(/<a\b[^>]*>/g)]
    .flatMap(([link]) => attributeOf(link, 'href') ?? [])
    .filter((to) => to.startsWith(beginning))

export const encodings = ['urlencoded', 'multipart', 'json'] as const
export type Encoding = (typeof encodings)[number]

/** How a form is filled in. */
export type FormFill = {
  encoding: Encoding
  /** Chooses a form, a button and values of choices. */
  numbers: readonly number[]
  /** For fields that are empty. */
  texts: readonly string[]
  email: string
  /** Fields, by number, that get another value, are left out (undefined), or are sent twice. */
  changes: readonly { field: number; value: string | undefined; isTwice: boolean }[]
}

type Pair = readonly [name: string, value: string]

/** The body that a form sends. */
export function fillForm({ fields, buttons }: Form, { numbers, texts, email, changes }: FormFill): Pair[] {
  const numberAt = (index: number) => numbers[index % numbers.length] ?? 0
  const usualValue = ({ name, type, value, choices }: FormField, index: number): string => {
    const number = numberAt(index)
    if (choices.length > 0 && number % 3 === 0) return choices[number % choices.length]!
    if (value !== '' || type === 'hidden') return value
    // Nobody sees it: only programs fill it in.
    if (name === 'homepage') return ''
    return type === 'email' || name.toLowerCase().includes('email')
      ? email
      : (texts[index % texts.length] ?? '')
  }
  const usual = fields.map((field, index): Pair => [field.name, usualValue(field, index)])
  const changed = usual.flatMap((pair, index): readonly Pair[] => {
    const change = changes.find(({ field }) => field % usual.length === index)
    if (!change) return [pair]
    if (change.value === undefined) return []
    const other: Pair = [pair[0], change.value]
    return change.isTwice ? [pair, other] : [other]
  })
  const button = buttons[numberAt(0) % Math.max(1, buttons.length)]
  return button ? [...changed, button] : changed
}

/** The values of a JSON object as the fields of a form. */
export const fieldsOf = (value: unknown): Pair[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, own]) => [name, typeof own === 'string' ? own : JSON.stringify(own)])
    : []

const boundary = 'kontor-attack-boundary'

/** The body of a request with these fields, and its media type. */
export function encodeForm(fields: readonly Pair[], encoding: Encoding): { type: string; body: string } {
  if (encoding === 'json')
    return { type: 'application/json', body: JSON.stringify(Object.fromEntries(fields)) }
  if (encoding === 'urlencoded')
    return {
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
    }
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '_')}"\r\n\r\n${value}\r\n`,
  )
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` }
}
