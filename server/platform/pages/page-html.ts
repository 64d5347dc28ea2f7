// A page for visitors as HTML: plain texts, links and questions in a frame without script.
import { createHash } from 'node:crypto'
import { escapeHtml } from '../ground/escape-html.ts'
import type { Language } from '../ground/language.ts'

type FieldBase = { name: string; label: string; error?: string | undefined }
type PageInput = FieldBase & { type: 'text' | 'email'; autocomplete: string; value: string }
/** One of several answers is chosen from a list. */
type PageSelect = FieldBase & { options: readonly { value: string; label: string }[]; value: string }
/** Ticked, it sends `yes`. */
type PageCheck = FieldBase & { isTicked: boolean }
export type PageField = PageInput | PageSelect | PageCheck

export type PageLink = { label: string; href: string }

/** The texts of a page, in plain text. */
export type PageText = {
  status: number
  title: string
  paragraphs: readonly string[]
  /** Facts in sections below; a value may have several lines. */
  sections?: readonly { title: string; rows: readonly { label: string; value: string }[] }[]
  /** Files to download, by paths relative to the page. */
  files?: readonly PageLink[]
  /** Texts that are opened one by one, such as letters. */
  letters?: readonly { title: string; text: string }[]
  /** Links to the parts of the page, of which one is shown. */
  parts?: readonly { label: string; query: string; isCurrent: boolean }[]
  /** The action just done. */
  notice?: string
  /** Errors that have to be corrected first. */
  alert?: string
  /**
   * Questions of the form, each with its answers; `chosen` is the given one, '' if there is none. Without `answers` it is answered by a
   * text.
   */
  questions?: readonly {
    name: string
    label: string
    answers?: readonly { value: string; label: string }[]
    chosen: string
  }[]
  /** Fields of the form to fill in, for example of persons. An `error` stands beside its field. */
  groups?: readonly { legend: string; fields: readonly PageField[] }[]
  /** Fields of the form that the visitor does not see. */
  hidden?: Readonly<Record<string, string>>
  /** Label of the submit button; left out: the page has no form. */
  button?: string
  /** A second submit button, which sends its name. */
  otherButton?: { name: string; label: string }
  /** A link below the page's content, to a page of this server. */
  link?: PageLink
}

const style = `:root{color-scheme:light dark;--text:#1b1d21;--back:#f4f5f7;--card:#fff;--accent:#1d5fae;--on:#fff;--line:#7d8590;--yes:#2a6f3c;--no:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e8eaed;--back:#16181c;--card:#212429;--accent:#8ab8f0;--on:#10243c;--line:#8b939e;--yes:#7fcb91;--no:#ff9d94}}
html{scroll-padding-bottom:5rem}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--back);color:var(--text);
font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{background:var(--card);border-radius:.75rem;padding:clamp(1.25rem,5vw,2.5rem);width:100%;max-width:32rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 1rem}
h2{font-size:1.125rem;margin:1.25rem 0 .5rem}
dl{display:grid;grid-template-columns:minmax(6rem,30%) 1fr;gap:.25rem 1rem;margin:0 0 1rem}
dt{font-weight:600}
dd{margin:0;white-space:pre-line}
button{font:inherit;font-weight:600;width:100%;min-height:3rem;margin-top:.5rem;padding:.5rem 1.5rem;border:0;border-radius:.5rem;
background:var(--accent);color:var(--on);cursor:pointer}
nav{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1rem}
nav a{padding:.5rem .75rem;border:1px solid var(--accent);border-radius:.5rem;color:var(--accent);text-decoration:none}
nav a[aria-current]{background:var(--accent);color:var(--on);font-weight:600}
.link{margin:1rem 0 0}
.files{list-style:none;margin:0 0 1rem;padding:0}
details{border-top:1px solid var(--line);padding:.5rem 0}
summary{font-weight:600;cursor:pointer;padding:.25rem 0}
details p{white-space:pre-line}
.link a,.files a,footer a{color:var(--accent);display:inline-block;padding:.5rem 0}
footer{border-top:1px solid var(--line);margin:1.5rem 0 0;padding:.5rem 0 0;display:flex;flex-wrap:wrap;gap:0 1.5rem}
[role=status]{font-weight:600;color:var(--yes)}
[role=alert],.error{font-weight:600;color:var(--no)}
fieldset{border:0;border-top:1px solid var(--line);margin:0;padding:.75rem 0;min-width:0;display:flex;flex-wrap:wrap;gap:.5rem}
legend{font-weight:600;float:left;width:100%}
fieldset label{flex:1 1 7.5rem;display:flex;align-items:center;justify-content:center;gap:.5rem;min-height:3rem;padding:.25rem .5rem;
border:2px solid var(--line);border-radius:.5rem;cursor:pointer}
textarea{font:inherit;width:100%;min-height:6rem;padding:.5rem;border:2px solid var(--line);border-radius:.5rem;background:var(--card);color:var(--text)}
fieldset .field{flex:1 1 100%}
.field label{display:block;border:0;min-height:0;padding:0;cursor:auto}
.field input,.field select{font:inherit;width:100%;height:auto;min-height:3rem;padding:.5rem;border:2px solid var(--line);border-radius:.5rem;
background:var(--card);color:var(--text)}
fieldset .check label{display:flex;justify-content:start;font-weight:400}
.check input{flex:none;width:1.25rem;height:1.25rem;min-height:0}
.field [aria-invalid]{border-color:var(--no)}
.error{margin:.25rem 0 0}
.field input:focus-visible,.field select:focus-visible,textarea:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
fieldset input{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:currentColor}
label:has(:checked){border-color:currentColor;font-weight:600}
label.attended:has(:checked){background:var(--yes);color:var(--card)}
label.absent:has(:checked){color:var(--no)}
label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.save{position:sticky;bottom:0;background:var(--card);padding:.5rem 0}
.other{background:none;color:var(--accent);border:2px solid var(--accent)}
button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--text);outline-offset:2px}`

/** The source of an inline style or script in a Content-Security-Policy. */
export const sourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'Accept-Language',
}

const attribute = (name: string, value: string): string => ` ${name}="${escapeHtml(value)}"`

const renderParts = (parts: NonNullable<PageText['parts']>): string =>
  `<nav>${parts
    .map(
      ({ label, query, isCurrent }) =>
        `<a${attribute('href', `?${query}`)}${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a>`,
    )
    .join('')}</nav>`

/** The longest text of an answer. */
export const maxAnswerLength = 5000

/** `shown.<name>` is the answer that the page shows, so that only what the visitor changes is written. */
const renderQuestion = ({
  name,
  label,
  answers,
  chosen,
}: NonNullable<PageText['questions']>[number]): string =>
  [
    `<fieldset><legend>${escapeHtml(label)}</legend><input type="hidden"${attribute('name', `shown.${name}`)}${attribute('value', chosen)}>`,
    ...(answers ?? []).map(
      (answer) =>
        `<label${attribute('class', answer.value)}><input type="radio"${attribute('name', name)}${attribute('value', answer.value)}${answer.value === chosen ? ' checked' : ''}>${escapeHtml(answer.label)}</label>`,
    ),
    answers
      ? ''
      : `<textarea${attribute('name', name)}${attribute('aria-label', label)} maxlength="${maxAnswerLength}">${escapeHtml(chosen)}</textarea>`,
    '</fieldset>',
  ].join('')

const invalid = ({ name, error }: FieldBase): string =>
  error === undefined ? '' : ` aria-invalid="true"${attribute('aria-describedby', `${name}.error`)}`

const renderError = ({ name, error }: FieldBase): string =>
  error === undefined ? '' : `<p class="error"${attribute('id', `${name}.error`)}>${escapeHtml(error)}</p>`

const renderSelect = (field: PageSelect): string =>
  [
    `<div class="field"><label${attribute('for', field.name)}>${escapeHtml(field.label)}</label>`,
    `<select${attribute('id', field.name)}${attribute('name', field.name)}${invalid(field)}>`,
    ...field.options.map(
      (option) =>
        `<option${attribute('value', option.value)}${option.value === field.value ? ' selected' : ''}>${escapeHtml(option.label)}</option>`,
    ),
    `</select>${renderError(field)}</div>`,
  ].join('')

const renderInput = (field: PageInput): string =>
  [
    `<div class="field"><label${attribute('for', field.name)}>${escapeHtml(field.label)}</label>`,
    `<input${attribute('id', field.name)}${attribute('name', field.name)} type="${field.type}"`,
    `${attribute('autocomplete', field.autocomplete)}${attribute('value', field.value)} maxlength="255"${invalid(field)}>`,
    `${renderError(field)}</div>`,
  ].join('')

const renderCheck = (field: PageCheck): string =>
  [
    `<div class="field check"><label><input type="checkbox"${attribute('id', field.name)}${attribute('name', field.name)}`,
    ` value="yes"${field.isTicked ? ' checked' : ''}${invalid(field)}>${escapeHtml(field.label)}</label>${renderError(field)}</div>`,
  ].join('')

const renderField = (field: PageField): string =>
  'options' in field ? renderSelect(field) : 'isTicked' in field ? renderCheck(field) : renderInput(field)

const renderGroup = ({ legend, fields }: NonNullable<PageText['groups']>[number]): string =>
  `<fieldset><legend>${escapeHtml(legend)}</legend>${fields.map(renderField).join('')}</fieldset>`

// The form belongs to the part that is shown. Its first button is the one that Enter presses.
const renderForm = (page: PageText): string => {
  const { parts = [], questions = [], groups = [], hidden = {}, button, otherButton } = page
  if (button === undefined) return ''
  const part = parts.find(({ isCurrent }) => isCurrent)
  const isLong = questions.length + groups.length > 0
  return [
    // The server says what is wrong, beside the fields.
    `<form method="post"${part ? attribute('action', `?${part.query}`) : ''}${groups.length > 0 ? ' novalidate' : ''}>`,
    ...Object.entries(hidden).map(
      ([name, value]) => `<input type="hidden"${attribute('name', name)}${attribute('value', value)}>`,
    ),
    ...questions.map(renderQuestion),
    ...groups.map(renderGroup),
    isLong ? '<div class="save">' : '',
    `<button type="submit">${escapeHtml(button)}</button>`,
    otherButton
      ? `<button class="other" type="submit"${attribute('name', otherButton.name)} value="yes">${escapeHtml(otherButton.label)}</button>`
      : '',
    isLong ? '</div>' : '',
    '</form>',
  ].join('')
}

/** The page whose links and form keep a language that the visitor has chosen, instead of that of the browser. */
export function keepLanguage(page: PageText, language: Language): PageText {
  const chosen = `lang=${language}`
  const { parts, files, link } = page
  const withLanguage = ({ label, href }: PageLink) => ({
    label,
    href: `${href}${href.includes('?') ? '&' : '?'}${chosen}`,
  })
  return {
    ...page,
    ...(parts && {
      parts: parts.map((part) => ({
        ...part,
        query: part.query === '' ? chosen : `${part.query}&${chosen}`,
      })),
    }),
    ...(files && { files: files.map(withLanguage) }),
    ...(link && { link: withLanguage(link) }),
  }
}

const renderLink = ({ label, href }: PageLink): string =>
  `<a${attribute('href', href)}>${escapeHtml(label)}</a>`

const renderSection = ({ title, rows }: NonNullable<PageText['sections']>[number]): string =>
  [
    `<section><h2>${escapeHtml(title)}</h2><dl>`,
    ...rows.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`),
    '</dl></section>',
  ].join('')

const renderFiles = (files: readonly PageLink[]): string =>
  files.length === 0
    ? ''
    : `<ul class="files">${files.map((file) => `<li>${renderLink(file)}</li>`).join('')}</ul>`

const renderLetter = ({ title, text }: { title: string; text: string }): string =>
  `<details><summary>${escapeHtml(title)}</summary><p>${escapeHtml(text)}</p></details>`

/** @param footer links of all pages */
export const renderPage = (page: PageText, language: Language, footer: readonly PageLink[] = []): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(page.title)}</title>`,
    `<style>${style}</style></head><body><main><h1>${escapeHtml(page.title)}</h1>`,
    page.notice === undefined ? '' : `<p role="status">${escapeHtml(page.notice)}</p>`,
    page.alert === undefined ? '' : `<p role="alert">${escapeHtml(page.alert)}</p>`,
    ...page.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    page.parts ? renderParts(page.parts) : '',
    ...(page.sections ?? []).map(renderSection),
    ...(page.letters ?? []).map(renderLetter),
    renderFiles(page.files ?? []),
    renderForm(page),
    page.link ? `<p class="link">${renderLink(page.link)}</p>` : '',
    footer.length > 0 ? `<footer>${footer.map(renderLink).join('')}</footer>` : '',
    '</main></body></html>',
  ].join('')
