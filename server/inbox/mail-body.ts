// Shows a mail body as an HTML document for a sandboxed frame, with its own Content-Security-Policy.
import { runInWorker, TaskTooLarge } from '../platform/runtime/worker-pool.ts'
import { type MailBodyOptions, renderMailDocument, type ShownMail } from './mail-body.document.ts'

// Rendered in a few milliseconds.
const renderedAtOnce = 32 * 1024
const timeoutMs = 5000

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

/** Renders a mail body. One that takes too long is shown as its text. */
export async function renderMailBody(mail: ShownMail, options: MailBodyOptions): Promise<string> {
  const input = { ...mail, ...options }
  if (mail.body.length <= renderedAtOnce) return renderMailDocument(input)
  const file = new URL('./mail-body.document.ts', import.meta.url)
  const render = (name: 'renderMailDocument' | 'renderMailText') =>
    runInWorker<typeof input, string>({ file, name }, input, timeoutMs)
  return render('renderMailDocument').catch((error) => {
    if (error instanceof TaskTooLarge) return render('renderMailText')
    throw error
  })
}
