// Sanitises the HTML of imported mail: no scripts, no forms, nothing loaded from other hosts except images on request.
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html'

export type CleanMailBody = {
  html: string
  /** Number of images of other hosts, whether shown or removed. */
  remoteImageCount: number
}

const tags =
  'a abbr address article b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  )

// Functions can load or compute something, so parentheses are allowed only for colours. Escapes (backslash) are not allowed.
const plainValue = /^[\w\s#%.,'"!+-]*$/
const colourValue = /^(?:[\w\s#%.,'"!+-]|(?:rgb|hsl)a?\([\d\s.,%/]*\))*$/i

const styles = (pattern: RegExp, names: string): Record<string, RegExp[]> =>
  Object.fromEntries(names.split(' ').map((name) => [name, [pattern]]))

const allowedStyles = {
  '*': {
    ...styles(colourValue, 'color background-color background'),
    ...styles(
      colourValue,
      'border border-top border-right border-bottom border-left border-color border-top-color border-right-color border-bottom-color border-left-color',
    ),
    ...styles(
      plainValue,
      'font font-family font-size font-style font-weight font-variant line-height letter-spacing text-align text-decoration text-indent text-transform vertical-align white-space word-break overflow-wrap direction',
    ),
    ...styles(
      plainValue,
      'border-width border-style border-radius border-collapse border-spacing margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left',
    ),
    ...styles(
      plainValue,
      'width min-width max-width height min-height max-height display list-style-type table-layout',
    ),
  },
}

const emptySpan = { tagName: 'span', attribs: {} }

/** Removes control characters and white space from a URL, as browsers do. */
const stripControlCharacters = (address: string | undefined): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore control characters in URLs
  (address ?? '').replace(/[\x00-\x20]+/g, '')

const embeddedImage = /^data:image\/(?:png|jpe?g|gif|webp|bmp|avif);base64,[\w+/=]*$/i

/**
 * Sanitises the HTML of a mail body.
 * @param showRemoteImages keeps images of other hosts
 */
export function cleanMailBody(html: string, showRemoteImages: boolean): CleanMailBody {
  let remoteImageCount = 0
  const image = (
    _tag: string,
    { src, srcset: _srcset, referrerpolicy: _policy, ...rest }: Attributes,
  ): sanitizeHtml.Tag => {
    const address = stripControlCharacters(src)
    const withoutSource = { tagName: 'img', attribs: rest }
    if (embeddedImage.test(address)) return { tagName: 'img', attribs: { src: address, ...rest } }
    if (!/^(?:https?:)?\/\//i.test(address)) return withoutSource
    remoteImageCount++
    if (!showRemoteImages) return withoutSource
    const absolute = address.startsWith('//') ? `https:${address}` : address
    return { tagName: 'img', attribs: { src: absolute, referrerpolicy: 'no-referrer', ...rest } }
  }
  const link = (
    _tag: string,
    { href, target: _target, rel: _rel, ...rest }: Attributes,
  ): sanitizeHtml.Tag => {
    const address = (href ?? '').trim()
    return /^(?:https?:\/\/|mailto:|tel:)/i.test(address)
      ? { tagName: 'a', attribs: { href: address, target: '_blank', rel: 'noopener noreferrer', ...rest } }
      : emptySpan
  }
  const options: IOptions = {
    allowedTags: tags,
    allowedAttributes: {
      '*': ['style', 'dir', 'lang', 'title', 'align', 'valign', 'bgcolor', 'width', 'height'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'border', 'referrerpolicy'],
      font: ['color', 'face', 'size'],
      table: ['border', 'cellpadding', 'cellspacing'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start', 'type'],
      ul: ['type'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    allowedStyles,
    parseStyleAttributes: true,
    // Elements whose content is removed, too.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'xmp',
      'noscript',
      'iframe',
      'title',
      'noembed',
      'noframes',
    ],
    // Mail programs nest tables, but not to this depth.
    nestingLimit: 200,
    transformTags: { img: image, a: link },
  }
  return { html: sanitizeHtml(html, options), remoteImageCount }
}
