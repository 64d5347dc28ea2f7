// Sanitises the HTML that staff write: no scripts, no styles, no embedded content except images.
import sanitize from 'sanitize-html'

const options: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'span'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'code', 'abbr'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel', 'hreflang'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start', 'type'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    abbr: ['title'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http'] },
  allowProtocolRelative: false,
  transformTags: {
    // A page opened in a new tab must not control the page that opened it.
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs,
    }),
  },
}

/** Removes what is not allowed. Empty paragraphs, which editors leave behind, become ''. */
export function sanitizeHtml(html: string): string {
  const clean = sanitize(html, options).trim()
  return /^(<p>(<br \/>|\s|&nbsp;)*<\/p>)*$/.test(clean) ? '' : clean
}
