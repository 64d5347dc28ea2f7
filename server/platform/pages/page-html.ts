// A page for visitors as a value, and its content as HTML: plain texts, links and questions. The frame around it is that of all pages
// for visitors (RenderPage).
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

/** A script that makes the content of a page, which then can be saved and opened without a server. */
export type Program = {
  /** Nothing in it ends its element. */
  script: string
  style: string
  data: unknown
  withoutScript: string
}

/** The texts of a page, in plain text. */
export type PageText = {
  status: number
  title: string
  paragraphs: readonly string[]
  /** A text of the provider below them, without scripts. */
  html?: string
  program?: Program
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

/** The source of an inline style or script in a Content-Security-Policy. */
export const sourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const attribute = (name: string, value: string): string => ` ${name}="${escapeHtml(value)}"`

const renderParts = (parts: NonNullable<PageText['parts']>): string =>
  `<nav class="parts">${parts
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

/** The first field with an error has the focus. */
type FirstWrong = { isFirstWrong: boolean }

const invalid = ({ name, error, isFirstWrong }: FieldBase & FirstWrong): string =>
  error === undefined
    ? ''
    : ` aria-invalid="true"${attribute('aria-describedby', `${name}.error`)}${isFirstWrong ? ' autofocus' : ''}`

const renderError = ({ name, error }: FieldBase): string =>
  error === undefined ? '' : `<p class="error"${attribute('id', `${name}.error`)}>${escapeHtml(error)}</p>`

const renderSelect = (field: PageSelect & FirstWrong): string =>
  [
    `<div class="field"><label${attribute('for', field.name)}>${escapeHtml(field.label)}</label>`,
    `<select${attribute('id', field.name)}${attribute('name', field.name)}${invalid(field)}>`,
    ...field.options.map(
      (option) =>
        `<option${attribute('value', option.value)}${option.value === field.value ? ' selected' : ''}>${escapeHtml(option.label)}</option>`,
    ),
    `</select>${renderError(field)}</div>`,
  ].join('')

const renderInput = (field: PageInput & FirstWrong): string =>
  [
    `<div class="field"><label${attribute('for', field.name)}>${escapeHtml(field.label)}</label>`,
    `<input${attribute('id', field.name)}${attribute('name', field.name)} type="${field.type}"`,
    `${attribute('autocomplete', field.autocomplete)}${attribute('value', field.value)} maxlength="255"${invalid(field)}>`,
    `${renderError(field)}</div>`,
  ].join('')

const renderCheck = (field: PageCheck & FirstWrong): string =>
  [
    `<div class="field check"><label><input type="checkbox"${attribute('id', field.name)}${attribute('name', field.name)}`,
    ` value="yes"${field.isTicked ? ' checked' : ''}${invalid(field)}>${escapeHtml(field.label)}</label>${renderError(field)}</div>`,
  ].join('')

const renderField = (field: PageField & FirstWrong): string =>
  'options' in field ? renderSelect(field) : 'isTicked' in field ? renderCheck(field) : renderInput(field)

type FieldGroup = NonNullable<PageText['groups']>[number]

const renderGroup = ({ legend, fields }: FieldGroup, firstWrong: PageField | undefined): string =>
  [
    `<fieldset><legend>${escapeHtml(legend)}</legend>`,
    ...fields.map((field) => renderField({ ...field, isFirstWrong: field === firstWrong })),
    '</fieldset>',
  ].join('')

/** Questions on more than one screen of a phone, such as the participants of a day. */
const stickyFrom = 12

// The form belongs to the part that is shown. Its first button is the one that Enter presses.
const renderForm = (page: PageText): string => {
  const { parts = [], questions = [], groups = [], hidden = {}, button, otherButton } = page
  if (button === undefined) return ''
  const part = parts.find(({ isCurrent }) => isCurrent)
  const firstWrong = groups.flatMap(({ fields }) => fields).find(({ error }) => error !== undefined)
  const isForm = questions.length + groups.length > 0
  // The button stays in sight below a list of people; below a few fields it would lie above them.
  const saveClass = questions.length > stickyFrom ? 'save long' : 'save'
  return [
    // The server says what is wrong, beside the fields.
    `<form method="post"${part ? attribute('action', `?${part.query}`) : ''}${groups.length > 0 ? ' novalidate' : ''}>`,
    ...Object.entries(hidden).map(
      ([name, value]) => `<input type="hidden"${attribute('name', name)}${attribute('value', value)}>`,
    ),
    ...questions.map(renderQuestion),
    ...groups.map((group) => renderGroup(group, firstWrong)),
    isForm ? `<div class="${saveClass}">` : '',
    `<button type="submit">${escapeHtml(button)}</button>`,
    otherButton
      ? `<button class="other" type="submit"${attribute('name', otherButton.name)} value="yes">${escapeHtml(otherButton.label)}</button>`
      : '',
    isForm ? '</div>' : '',
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

/** The content of the page as HTML. */
export const pageContent = (page: PageText): string =>
  [
    `<h1>${escapeHtml(page.title)}</h1>`,
    page.notice === undefined
      ? ''
      : `<p role="status" tabindex="-1" autofocus>${escapeHtml(page.notice)}</p>`,
    page.alert === undefined ? '' : `<p role="alert">${escapeHtml(page.alert)}</p>`,
    ...page.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    page.html ?? '',
    page.parts ? renderParts(page.parts) : '',
    ...(page.sections ?? []).map(renderSection),
    ...(page.letters ?? []).map(renderLetter),
    renderFiles(page.files ?? []),
    renderForm(page),
    page.link ? `<p>${renderLink(page.link)}</p>` : '',
    page.program ? renderProgram(page.program) : '',
  ].join('')

// JSON inside an element must not end it, nor may anything in the script.
const renderProgram = ({ script, data, withoutScript }: Program): string =>
  [
    `<noscript><p>${escapeHtml(withoutScript)}</p></noscript>`,
    `<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    `<script>${script}</script>`,
  ].join('')

/** Puts a page into the frame of all pages for visitors. */
export type RenderPage = (
  page: PageText,
  request: {
    language: Language
    query: URLSearchParams
    /** The client in whose name the page is; left out: that of the pages of the catalogue. */
    clientId?: number | undefined
  },
) => Promise<{ html: string; headers: Readonly<Record<string, string>> }>
