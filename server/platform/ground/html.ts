// HTML of the catalogue. Texts of staff are sanitised: no scripts, no styles, no embedded content except images.
import sanitize from 'sanitize-html'
import { isLink } from './text.ts'

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

/** Elements that run code, load other documents, or make browsers parse what follows differently. */
const activeTags = new Set([
  ...[
    'script',
    'iframe',
    'frame',
    'frameset',
    'object',
    'embed',
    'applet',
    'portal',
    'base',
    'meta',
    'link',
    'style',
  ],
  ...[
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'svg',
    'math',
    'template',
    'noscript',
    'noembed',
    'noframes',
  ],
  ...['xmp', 'plaintext', 'title'],
])

const urlAttributes = new Set([
  'href',
  'src',
  'srcset',
  'action',
  'formaction',
  'background',
  'poster',
  'data',
  'ping',
])

const isPicture = (address: string): boolean => /^data:image\/(png|jpeg|gif|webp)[;,]/i.test(address)

const isActive = (tag: string, attributes: Record<string, string>): boolean =>
  activeTags.has(tag) ||
  Object.entries(attributes).some(
    ([name, value]) =>
      name.startsWith('on') ||
      (urlAttributes.has(name.replace(/^.*:/, '')) && !isLink(value) && !isPicture(value)),
  )

/**
 * Whether HTML contains nothing that runs code, loads other documents or sends forms. Imported HTML must be like this, because it is
 * stored and returned as it is; styles and classes, which sanitizeHtml would remove, are allowed.
 */
export function isPassiveHtml(html: string): boolean {
  if (!html.includes('<')) return true
  let active = false
  const look: sanitize.Transformer = (tagName, attribs) => {
    active ||= isActive(tagName, attribs)
    return { tagName, attribs }
  }
  // Browsers may end comments and CDATA sooner than the parser does, so what is in them counts.
  sanitize(html.replace(/<!--|<!\[CDATA\[/gi, ''), {
    allowedTags: [],
    nonTextTags: [],
    transformTags: { '*': look },
  })
  return !active
}
