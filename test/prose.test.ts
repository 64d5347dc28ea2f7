// The documents and the German texts name persons and things: no sentence has a relative clause as its subject.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { officeTexts } from './support/office-texts.ts'

const root = join(import.meta.dirname, '..')

/** Text without code, headings of commands and addresses of links. */
const proseOf = (markdown: string): string =>
  markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/`[^`\n]*`/g, '``')
    .replace(/\]\([^)\s]*\)/g, ']')

/** Where a sentence may begin: a line, an entry of a list, a heading, a cell of a table, after a sentence or a colon, in bold. */
const beginning = String.raw`(?:^|[.!?:;] |\| |^#+ |^[-*] |^\d+\. |^> )(?:\*\*|[*„“"(])?`
const relative = {
  en: 'Who|Whom|Whoever|What|Whatever',
  de: 'Wer|Wem|Wen|Was|Woran|Womit|Worauf',
}

/** Sentences that begin with a relative pronoun, and are no questions. */
function findFaults(text: string, language: keyof typeof relative): string[] {
  const pattern = new RegExp(`${beginning}((?:${relative[language]}) [^.!?\\n|]*[.!?|]?)`, 'gm')
  return [...text.matchAll(pattern)]
    .map(([, sentence]) => sentence!)
    .filter((sentence) => !sentence.endsWith('?'))
}

const languageOf = (path: string) => (/\/de\/|\.de\.md$/.test(path) ? 'de' : 'en')

test('no sentence of a document begins with “Who …”, “What …”, “Wer …” or “Was …”, except questions: name the person or the thing', () => {
  const documents = globSync(['*.md', '{clients,deploy,docs,office}/**/*.md'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  assert.ok(documents.includes('README.md') && documents.includes('docs/guide/de/README.md'))
  const faults = documents.flatMap((path) =>
    findFaults(proseOf(readFileSync(join(root, path), 'utf8')), languageOf(path)).map(
      (sentence) => `${path}: ${sentence}`,
    ),
  )
  assert.deepEqual(faults, [])
})

test('no sentence of the office begins so', async () => {
  const texts = await officeTexts()
  const faults = (['de', 'en'] as const).flatMap((language) =>
    [...texts[language]].flatMap((text) => findFaults(text, language)),
  )
  assert.deepEqual(faults, [])
})

/** A title that quotes the public interface: test/website-contract.test.ts compares it. */
const promise = 'What is shown: published events'

test('no comment and no title of a test begins so', () => {
  const files = globSync('{clients,office,proof,server,test,tools,website}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /node_modules|dist|typescript\/src|\.next/.test(path),
  })
  assert.ok(files.length > 500)
  const comment = /^ *(?:\/\/|\/\*\*|\*) ((?:Who|Whom|Whoever|What|Whatever) [^?\n]*)$/gm
  const title = /\b(?:test|browserTest)\(\s*['"`]((?:who|whom|whoever|what|whatever) [^?\n]*)$/gim
  const faults = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(comment), ...text.matchAll(title)]
      .filter(([, start]) => !start!.startsWith(promise))
      .map(([, start]) => `${path}: ${start}`)
  })
  assert.deepEqual(faults, [])
})

test('the check finds a relative clause as a subject, and lets questions and names pass', () => {
  assert.deepEqual(findFaults('Who books gets a mail. Who teaches?', 'en'), ['Who books gets a mail.'])
  assert.deepEqual(findFaults('| key | What a user may do. |', 'en'), ['What a user may do.'])
  assert.deepEqual(findFaults('- Wer bucht, sieht den Preis.\n## Was kostet ein Platz?', 'de'), [
    'Wer bucht, sieht den Preis.',
  ])
  assert.deepEqual(findFaults('Participants who book get a mail. Whole days.', 'en'), [])
})

test('ARCHITECTURE.md has at most 250 lines; details of one room stand at the head of its main file', () => {
  assert.ok(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').trimEnd().split('\n').length <= 250)
})
