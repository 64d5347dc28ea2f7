// The page that checks certificates of attendance: it needs nothing but itself, so it can be saved and used offline.
import type { SignedContent, SignedList } from '../../server/documents/certificates/content.ts'
import type { Language } from '../../server/platform/ground/language.ts'
import { checkCertificate, type PageData, readLists, type Verdict } from './check.ts'
import { verifyTexts } from './texts.ts'

const data: PageData = JSON.parse(document.getElementById('data')!.textContent!)
const content = document.querySelector('.text')!
const isSaved = location.protocol === 'file:'

// Of the address, also where the page was saved.
const language: Language =
  (new URLSearchParams(location.search).get('lang') ?? document.documentElement.lang) === 'en' ? 'en' : 'de'
let link = location.hash.length > 1 ? decodeURI(location.hash) : ''
let notice = ''

type Child = Node | string | undefined | false

function element(name: string, attributes: Record<string, string>, ...children: Child[]): HTMLElement {
  const created = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value)
  created.append(...children.filter((child): child is Node | string => Boolean(child)))
  return created
}

const locale = () => (language === 'de' ? 'de-DE' : 'en-GB')
const day = (date: string) =>
  date === ''
    ? ''
    : new Date(`${date}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (at: string) =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })

function statements(content: SignedContent): [string, string][] {
  const words = verifyTexts[language]
  const { minutes, attended, halfDayCount } = content
  return [
    [words.number, content.number],
    [words.name, content.name],
    [words.event, content.title],
    [words.period, [...new Set([day(content.startDate), day(content.endDate)])].filter(Boolean).join(' – ')],
    [
      words.extent,
      [
        minutes === null
          ? ''
          : words.hours((minutes / 60).toLocaleString(locale(), { maximumFractionDigits: 2 })),
        halfDayCount === 0 ? '' : words.halfDays(attended, halfDayCount),
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [words.trainers, content.trainers],
    [words.place, content.place],
    [words.contents, content.text || words.noContents],
    [words.issuer, content.issuer],
    [words.issuedOn, day(content.issuedOn)],
    [words.replaces, content.replaces],
  ]
}

function showVerdict(verdict: Verdict): HTMLElement {
  const words = verifyTexts[language]
  const { state } = verdict
  const kind =
    state === 'valid' ? 'good' : state === 'unreadable' || state === 'unknownKey' ? 'unknown' : 'bad'
  const sign = { good: '✓', bad: '✗', unknown: '?' }[kind]
  const content = 'content' in verdict ? verdict : undefined
  return element(
    'section',
    { class: `verdict ${kind}` },
    element('h2', {}, element('span', { 'aria-hidden': 'true' }, `${sign} `), words[state]),
    state === 'valid' && element('p', {}, words.validText),
    verdict.state === 'withdrawn' && element('p', {}, words.withdrawnText(day(verdict.on))),
    content &&
      element(
        'dl',
        {},
        ...statements(content.content)
          .filter(([, value]) => value !== '')
          .flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
      ),
    content && element('p', {}, content.list ? words.asOf(moment(content.list.asOf)) : words.noList),
  )
}

async function reloadLists(): Promise<void> {
  const words = () => verifyTexts[language]
  try {
    const answer = await fetch(isSaved ? data.listAddress : '/verify/withdrawn.json', { cache: 'no-store' })
    const { lists }: { lists: SignedList[] } = await answer.json()
    const newer = await readLists({ ...data, lists })
    if (newer.size === 0) throw new Error('no list is signed by a key of this page')
    data.lists = lists
    notice = words().updated
  } catch {
    notice = words().notUpdated
  }
  await render()
}

async function head(): Promise<Child[]> {
  const words = verifyTexts[language]
  const lists = [...(await readLists(data)).values()]
  const oldest = lists.map(({ asOf }) => asOf).toSorted()[0]
  return [
    element('p', {}, words.intro),
    element(
      'p',
      {},
      data.keys.length === 0 ? words.noKeys : oldest ? words.asOf(moment(oldest)) : words.noList,
    ),
  ]
}

function form(): HTMLElement {
  const words = verifyTexts[language]
  const input = element('textarea', { id: 'link', rows: '4', spellcheck: 'false', autocomplete: 'off' })
  const created = element(
    'form',
    {},
    element('label', { for: 'link' }, words.link),
    input,
    element('button', { type: 'submit' }, words.check),
  )
  if (input instanceof HTMLTextAreaElement) input.value = link.startsWith('#') ? '' : link
  created.addEventListener('submit', (event) => {
    event.preventDefault()
    link = input instanceof HTMLTextAreaElement ? input.value : ''
    void render()
  })
  return created
}

function foot(): Child[] {
  const words = verifyTexts[language]
  const button = (text: string, act: () => void) => {
    const created = element('button', { type: 'button', class: 'other' }, text)
    created.addEventListener('click', act)
    return created
  }
  return [
    data.keys.length > 0 && button(words.update, () => void reloadLists()),
    !isSaved && element('a', { class: 'other', href: '/verify', download: 'certificates.html' }, words.save),
    !isSaved && element('p', {}, words.saveText),
  ]
}

async function render(): Promise<void> {
  const words = verifyTexts[language]
  document.documentElement.lang = language
  const verdict = link.trim() === '' ? undefined : await checkCertificate(link, data)
  content.replaceChildren(
    element('h1', {}, words.title),
    element(
      'div',
      { role: 'status' },
      verdict ? showVerdict(verdict) : '',
      notice && element('p', {}, notice),
    ),
    ...(await head()).filter((child): child is Node => child instanceof Node),
    form(),
    ...foot().filter((child): child is Node => child instanceof Node),
  )
}

// The switch of the language keeps the certificate.
const languageSwitch = document.querySelector<HTMLAnchorElement>('a[hreflang]')
languageSwitch?.addEventListener('click', () => {
  languageSwitch.hash = link.includes('#') ? link.slice(link.indexOf('#')) : ''
})
addEventListener('hashchange', () => {
  link = decodeURI(location.hash)
  notice = ''
  void render()
})
void render()
