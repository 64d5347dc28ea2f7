// Markdown of the guide as HTML. Its links lead to files, so that they also work where the files are read.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml } from '../../ground/escape-html.ts'

const guideFolder = join(import.meta.dirname, '../../../../docs/guide')

/** The pictures of the guide, a folder per language. */
export const picturesFolder = join(guideFolder, 'pictures')

/** The languages of samples by the ending of their files. */
export const sampleLanguages = { sh: 'curl', js: 'JavaScript', php: 'PHP', py: 'Python' } as const

/** Reads a sample of docs/guide/samples; undefined if there is none in the language. */
export function readSample(name: string, ending: keyof typeof sampleLanguages): string | undefined {
  const path = join(guideFolder, 'samples', name, `sample.${ending}`)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

// A <pre> that scrolls must be reached by the keyboard.
const codeHtml = (text: string): string =>
  `<pre tabindex="0"><code>${escapeHtml(text.trimEnd())}</code></pre>`

function samplesHtml(name: string): string {
  const found = Object.entries(sampleLanguages).flatMap(([ending, label]) => {
    const source = readSample(name, ending as keyof typeof sampleLanguages)
    return source === undefined ? [] : [{ label, source }]
  })
  const parts = found.map(
    ({ label, source }, index) =>
      `<details name="${name}"${index === 0 ? ' open' : ''}><summary>${label}</summary>${codeHtml(source)}</details>`,
  )
  return `<div class="samples">${parts.join('')}</div>\n`
}

const sampleFolder = /^(?:\.\.\/)+samples\/([\w-]+)\/?$/

/** With its size, so that the text below a picture does not jump when it is loaded. */
function pictureHtml(path: string, text: string): string {
  const png = readFileSync(path)
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const source = `/docs/pictures/${relative(picturesFolder, path)}`
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`
}

type Context = {
  /** The folder of the file. */
  folder: string
  /** Where a link leads on the site; undefined: nowhere. */
  linkTarget: (href: string) => string | undefined
}

export type Heading = { id: string; text: string; level: number }

/** Renders a file. @throws if a picture does not exist */
export function renderMarkdown(text: string, { folder, linkTarget }: Context) {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      code: ({ text }: Tokens.Code) => codeHtml(text),
      paragraph({ tokens }: Tokens.Paragraph) {
        const [only, ...others] = tokens
        const sample = only?.type === 'link' && others.length === 0 ? sampleFolder.exec(only['href']) : null
        return sample ? samplesHtml(sample[1]!) : `<p>${this.parser.parseInline(tokens)}</p>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens)
        const target = linkTarget(href)
        return target === undefined ? content : `<a href="${escapeHtml(target)}">${content}</a>`
      },
      image: ({ href, text }: Tokens.Image) => pictureHtml(join(folder, href), text),
    },
  })
  const html = marked.parse(text, { async: false })
  const headings: Heading[] = getHeadingList().map(({ id, raw, level }) => ({
    id,
    text: raw.replaceAll('`', ''),
    level,
  }))
  return {
    html: html
      .replace(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/g, '<h$1 id="$2"><a href="#$2">$3</a></h$1>')
      .replace(/<table>/g, '<div class="table" tabindex="0"><table>')
      .replace(/<\/table>/g, '</table></div>'),
    headings,
  }
}
