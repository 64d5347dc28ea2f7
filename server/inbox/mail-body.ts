// The letter of a task as a document of its own: shown in a frame without scripts, under a policy of its own.
import { Worker } from 'node:worker_threads'
import { type CleanMailBody, cleanMailBody } from './mail-body.clean.ts'

/** Longer letters are cleaned by a thread of their own, which is given so much time. */
const inlineCleanLimit = 32 * 1024
const workerTimeoutMs = 5000

const htmlTag =
  /<(?:!doctype\s+html|html|head|body|div|p|br|table|tr|td|span|a|b|i|u|strong|em|font|img|ul|ol|li|h[1-6]|blockquote|center|style|meta|link|base|script|svg|math|iframe|object|embed|form|input|pre|hr|video|audio)(?:[\s/][^<>]*)?>/i

/** Whether a mail's text is HTML: the interface takes both in one field. */
export const isHtml = (body: string): boolean => htmlTag.test(body)

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const addressPattern =
  /https?:\/\/[^\s<>"]{1,2000}|(?<![\w.+-])[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}/gi

/** A text as HTML whose addresses can be followed. */
export function linkify(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(addressPattern)) {
    // A full stop or a bracket behind an address belongs to the sentence.
    const found = match[0].replace(/[.,;:!?)\]}'»“]{1,10}$/, '')
    const target = /^https?:/i.test(found) ? found : `mailto:${found}`
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${escapeHtml(target)}" target="_blank" rel="noopener noreferrer">${escapeHtml(found)}</a>`
    end = match.index + found.length
  }
  return html + escapeHtml(text.slice(end))
}

/** What is left of HTML that took too long to be cleaned. */
const stripTags = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/tr|\/li)[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/\n{3,}/g, '\n\n')

/** Cleans HTML in bounded time; undefined: it took too long. */
function cleanWithTimeout(
  html: string,
  showRemoteImages: boolean,
): Promise<CleanMailBody | undefined> | CleanMailBody {
  if (html.length <= inlineCleanLimit) return cleanMailBody(html, showRemoteImages)
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./mail-body.worker.ts', import.meta.url), {
      workerData: { html, remote: showRemoteImages },
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

/** Nothing runs; nothing is loaded but what stands in the letter and, where asked for, images. */
export const contentSecurityPolicy = (showRemoteImages: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${showRemoteImages ? ' https: http:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // Of the same origin so that the page around can measure it; links open beside.
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')

const lightColours = { ink: '#1b2430', ground: '#ffffff', link: '#1f5c99' }
const darkColours = { ink: '#e8edf2', ground: '#18212a', link: '#8cc0f2' }

/**
 * The document of a letter.
 * @param remote images of other hosts are shown
 * @param dark a plain text is shown light on dark; HTML brings its own colours and stays on paper
 */
export async function renderMailBody(
  { subject, body }: { subject: string; body: string },
  { remote, dark }: { remote: boolean; dark: boolean },
): Promise<string> {
  const html = isHtml(body)
  const cleaned = html ? await cleanWithTimeout(body, remote) : undefined
  const colours = dark && !cleaned ? darkColours : lightColours
  return `<!doctype html>
<html data-remote="${cleaned?.remoteImageCount ?? 0}"${html && !cleaned ? ' data-simplified="1"' : ''}><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject) || '–'}</title><style>
html { color-scheme: ${colours === darkColours ? 'dark' : 'light'}; background: ${colours.ground}; color: ${colours.ink} }
body { margin: 0; padding: 12px 16px; font: 14px/1.5 Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere }
img { max-width: 100%; height: auto } a { color: ${colours.link} } table { max-width: 100% }
.text { white-space: pre-wrap; max-width: 80ch }
</style></head><body>${cleaned ? cleaned.html : `<div class="text">${linkify(html ? stripTags(body) : body)}</div>`}</body></html>`
}
