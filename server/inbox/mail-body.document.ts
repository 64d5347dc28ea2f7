// A mail body as an HTML document. Large ones are rendered in a process of a worker pool: this file does not import the server.
import { escapeHtml } from '../platform/ground/escape-html.ts'
import { cleanMailBody } from './mail-body.clean.ts'

/** The most characters that are shown. A browser takes seconds for a longer text. */
const maxTextLength = 1_000_000

/** Each link gets attributes: a body of links alone grows to several times its length. */
const maxHtmlLength = 20_000_000

export type MailBodyOptions = {
  /** Shows images of other hosts. */
  showRemoteImages: boolean
  /** Shows plain text light on dark; HTML has its own colours and stays dark on light. */
  isDark: boolean
}

const htmlTag =
  /<(?:!doctype\s+html|html|head|body|div|p|br|table|tr|td|span|a|b|i|u|strong|em|font|img|ul|ol|li|h[1-6]|blockquote|center|style|meta|link|base|script|svg|math|iframe|object|embed|form|input|pre|hr|video|audio)(?:[\s/][^<>]*)?>/i

/** A mail as it is shown. `format` '': the text itself tells. */
export type ShownMail = { subject: string; body: string; format: '' | 'html' | 'text' }

/** Whether a mail body is HTML: the interface accepts HTML and plain text in the same field. */
export const isHtml = ({ body, format }: Omit<ShownMail, 'subject'>): boolean =>
  format === '' ? htmlTag.test(body) : format === 'html'

const addressPattern =
  /https?:\/\/[^\s<>"]{1,2000}|(?<![\w.+-])[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}/gi

/** Plain text as HTML; URLs and e-mail addresses become links. */
export function linkify(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(addressPattern)) {
    // Punctuation after an address belongs to the sentence.
    const address = match[0].replace(/[.,;:!?)\]}'»“]{1,10}$/, '')
    const target = /^https?:/i.test(address) ? address : `mailto:${address}`
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${escapeHtml(target)}" target="_blank" rel="noopener noreferrer">${escapeHtml(address)}</a>`
    end = match.index + address.length
  }
  return html + escapeHtml(text.slice(end))
}

/** The text of HTML that could not be sanitised in time. */
const stripTags = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/tr|\/li)[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/\n{3,}/g, '\n\n')

const lightColours = { ink: '#1b2430', ground: '#ffffff', link: '#1f5c99' }
const darkColours = { ink: '#e8edf2', ground: '#18212a', link: '#8cc0f2' }

/** Renders a mail body with its layout; as its text alone if the result would be too long. */
export function renderMailDocument({
  subject,
  body,
  format,
  ...options
}: ShownMail & MailBodyOptions): string {
  const cleaned = isHtml({ body, format }) ? cleanMailBody(body, options.showRemoteImages) : undefined
  return cleaned && cleaned.html.length <= maxHtmlLength
    ? documentOf(subject, cleaned.html, {
        dark: false,
        attributes: ` data-remote-images="${cleaned.remoteImageCount}"`,
      })
    : renderMailText({ subject, body, format, isDark: options.isDark })
}

/** Renders the text of a mail body, in a time that its length bounds. */
export function renderMailText({ subject, body, format, isDark }: ShownMail & { isDark: boolean }): string {
  const isMarkup = isHtml({ body, format })
  const shown = body.slice(0, maxTextLength).toWellFormed()
  const attributes = [
    ...(isMarkup ? [' data-plain-text="1"'] : []),
    ...(body.length > maxTextLength ? [' data-shortened="1"'] : []),
  ]
  const text = linkify(isMarkup ? stripTags(shown) : shown)
  return documentOf(subject, `<div class="text">${text}</div>`, {
    dark: isDark,
    attributes: attributes.join(''),
  })
}

function documentOf(
  subject: string,
  content: string,
  { dark, attributes }: { dark: boolean; attributes: string },
): string {
  const colours = dark ? darkColours : lightColours
  return `<!doctype html>
<html${attributes}><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject) || '–'}</title><style>
html { color-scheme: ${dark ? 'dark' : 'light'}; background: ${colours.ground}; color: ${colours.ink} }
body { margin: 0; padding: 12px 16px; font: 14px/1.5 Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere }
img { max-width: 100%; height: auto } a { color: ${colours.link} } table { max-width: 100% }
.text { white-space: pre-wrap; max-width: 80ch }
</style></head><body>${content}</body></html>`
}
