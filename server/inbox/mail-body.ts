// Renders a mail body as an HTML document for a sandboxed frame, with its own Content-Security-Policy.
import { Worker } from 'node:worker_threads'
import { type CleanMailBody, cleanMailBody } from './mail-body.clean.ts'

// Longer mail bodies are sanitised in a worker thread, which is terminated after this time.
const inlineCleanLimit = 32 * 1024
const workerTimeoutMs = 5000

const htmlTag =
  /<(?:!doctype\s+html|html|head|body|div|p|br|table|tr|td|span|a|b|i|u|strong|em|font|img|ul|ol|li|h[1-6]|blockquote|center|style|meta|link|base|script|svg|math|iframe|object|embed|form|input|pre|hr|video|audio)(?:[\s/][^<>]*)?>/i

/** Whether a mail body is HTML: the interface accepts HTML and plain text in the same field. */
export const isHtml = (body: string): boolean => htmlTag.test(body)

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

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

/** Sanitises HTML in bounded time; undefined if it took too long. */
function cleanWithTimeout(
  html: string,
  showRemoteImages: boolean,
): Promise<CleanMailBody | undefined> | CleanMailBody {
  if (html.length <= inlineCleanLimit) return cleanMailBody(html, showRemoteImages)
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./mail-body.worker.ts', import.meta.url), {
      workerData: { html, showRemoteImages },
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const finish = (cleaned: CleanMailBody | undefined) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(cleaned)
    }
    const timer = setTimeout(finish, workerTimeoutMs, undefined)
    worker.once('message', finish)
    worker.once('error', () => finish(undefined))
    worker.once('exit', () => finish(undefined))
  })
}

/** No scripts; nothing is loaded except embedded images and, on request, images of other hosts. */
export const contentSecurityPolicy = (showRemoteImages: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${showRemoteImages ? ' https: http:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // `allow-same-origin` lets the page measure the frame; `allow-popups` lets links open a new tab.
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')

const lightColours = { ink: '#1b2430', ground: '#ffffff', link: '#1f5c99' }
const darkColours = { ink: '#e8edf2', ground: '#18212a', link: '#8cc0f2' }

/**
 * Renders a mail body.
 * @param showRemoteImages shows images of other hosts
 * @param isDark shows plain text light on dark; HTML has its own colours and stays dark on light
 */
export async function renderMailBody(
  { subject, body }: { subject: string; body: string },
  { showRemoteImages, isDark }: { showRemoteImages: boolean; isDark: boolean },
): Promise<string> {
  const html = isHtml(body)
  const cleaned = html ? await cleanWithTimeout(body, showRemoteImages) : undefined
  const colours = isDark && !cleaned ? darkColours : lightColours
  return `<!doctype html>
<html data-remote-images="${cleaned?.remoteImageCount ?? 0}"${html && !cleaned ? ' data-plain-text="1"' : ''}><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject) || '–'}</title><style>
html { color-scheme: ${colours === darkColours ? 'dark' : 'light'}; background: ${colours.ground}; color: ${colours.ink} }
body { margin: 0; padding: 12px 16px; font: 14px/1.5 Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere }
img { max-width: 100%; height: auto } a { color: ${colours.link} } table { max-width: 100% }
.text { white-space: pre-wrap; max-width: 80ch }
</style></head><body>${cleaned ? cleaned.html : `<div class="text">${linkify(html ? stripTags(body) : body)}</div>`}</body></html>`
}
