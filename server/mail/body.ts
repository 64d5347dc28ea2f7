// Converts mail bodies: each mail has plain text and HTML, and one of them was written.
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../platform/ground/escape-html.ts'

/** Templates may have attributes in single quotes. */
export const escapeTemplateValue = (text: string): string => escapeHtml(text).replaceAll("'", '&#39;')

const linkPattern = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g

/** Plain text as HTML with paragraphs, line breaks and links. */
export function textToHtml(text: string): string {
  const withLinks = (line: string) => {
    let at = 0
    let html = ''
    for (const { 0: address, index } of line.matchAll(linkPattern)) {
      html += `${escapeTemplateValue(line.slice(at, index))}<a href="${escapeTemplateValue(address)}">${escapeTemplateValue(address)}</a>`
      at = index + address.length
    }
    return html + escapeTemplateValue(line.slice(at))
  }
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(withLinks).join('<br>\n')}</p>`)
    .join('\n')
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** Sanitised HTML as plain text; a link is followed by its URL in parentheses. */
export function htmlToText(html: string): string {
  const marked = html
    .replace(/\s+/g, ' ')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (_, address: string, name: string) =>
      name.replace(/<[^>]*>/g, '').trim() === address ? address : `${name} (${address})`,
    )
    .replace(/<li>/g, '\n- ')
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<hr ?\/?>/g, '\n\n—\n\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<\/tr>/g, '\n')
    .replace(/<\/(p|h\d|ul|ol|blockquote|table|pre)>/g, '\n\n')
  return sanitizeHtml(marked, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity]!)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
