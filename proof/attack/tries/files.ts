// Tries with mails, tables and files that cost more than they seem to, or do harm where they come out.
import papaparse from 'papaparse'
import type { Response } from '../send.ts'
import { privateMark } from '../service/log-watch.ts'
import { atOnce, recordOf, type Try, type TryContext } from './try.ts'
import { workbook } from './zip.ts'

const mebibyte = 1024 * 1024
const busy = {
  why: 'what is heavy runs in two processes; a request that has waited there for ten seconds is asked to come again',
  of: ({ text }: Response) => text.includes('overloaded'),
}

/** A table is damaged or has too much in it (400), or needs too much time or memory (422). */
const tooMuch = [400, 422]
const row = (cells: readonly string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

const upload = ({ office }: TryContext, name: string, file: Buffer) =>
  office('admin', 'POST', `/imports/upload/${encodeURIComponent(name)}`, file)

/** Uploads a table, and deletes the import again. */
async function tryTable(
  context: TryContext,
  name: string,
  file: Buffer,
  statuses: readonly number[],
): Promise<void> {
  const answer = await upload(context, name, file)
  context.expect(answer, statuses, name)
  if (answer.status === 200) await context.office('admin', 'DELETE', `/imports/${recordOf(answer).id}`)
}

/** Each of almost 10 MiB, the most that a mail may have. */
const mailBodies: Record<string, string> = {
  text: 'Guten Tag, '.repeat(0.9 * mebibyte),
  tags: '<b>'.repeat(3.3 * mebibyte),
  'nested tables': '<table><tr><td>'.repeat(0.65 * mebibyte),
  attributes: `<img ${'a="b" '.repeat(1.6 * mebibyte)}>`,
  'unclosed comment': `<!--${'-'.repeat(9 * mebibyte)}`,
  links: '<a href="https://kontor.example/x">x</a> '.repeat(0.23 * mebibyte),
  styles: `<style>${'a{background:url(x)}'.repeat(0.45 * mebibyte)}</style>`,
}

export const fileTries: readonly Try[] = [
  {
    name: 'mails of 10 MiB, shown ten times at once',
    heavy: true,
    long: true,
    accepted: busy,
    expectedLog: 'overloaded',
    async run({ api, office, expect }) {
      for (const [kind, mailBody] of Object.entries(mailBodies)) {
        const made = await api('admin', 'POST', '/todo/import', { subject: kind, mailBody })
        expect(made, [200], kind)
        if (made.status !== 200) continue
        const path = `/tasks/${recordOf(made).id}`
        for (const answer of await atOnce(10, () => office('admin', 'GET', `${path}/mail-body`)))
          expect(answer, [200, 503], `${kind}, shown`)
        expect(await office('admin', 'GET', path), [200], kind)
        expect(await office('admin', 'GET', '/tasks?q=Guten'), [200], 'the list')
      }
    },
  },
  {
    name: 'workbooks that unpack to gigabytes',
    heavy: true,
    long: true,
    async run(context) {
      const spaces = Buffer.alloc(600 * mebibyte, ' ')
      await tryTable(context, 'spaces.xlsx', workbook(spaces), tooMuch)
      await tryTable(context, 'entry.xlsx', workbook(row(['a']), [{ name: 'x', content: spaces }]), tooMuch)
      const cells = row(['Nachname', 'E-Mail']).repeat(1_500_000)
      await tryTable(context, 'rows.xlsx', workbook(cells), tooMuch)
      await tryTable(context, 'wide.xlsx', workbook(row(Array(200_000).fill('x')).repeat(3)), tooMuch)
      await tryTable(
        context,
        'far.xlsx',
        workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        tooMuch,
      )
      await tryTable(
        context,
        'entities.xlsx',
        workbook(`<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]>${'&a;'.repeat(1e5)}`),
        tooMuch,
      )
    },
  },
  {
    name: 'four workbooks at once',
    heavy: true,
    async run(context) {
      const cells = row(['Nachname', 'E-Mail', 'Ort', 'Strasse']).repeat(200_000)
      const file = workbook(cells)
      await atOnce(4, (index) => tryTable(context, `rows${index}.xlsx`, file, [200, ...tooMuch]))
    },
  },
  {
    name: 'damaged workbooks',
    async run(context) {
      const whole = workbook(row(['Nachname']) + row(['Köhler']))
      for (let cut = 10; cut < whole.length; cut += Math.ceil(whole.length / 40)) {
        const damaged = Buffer.from(whole)
        damaged.writeUInt8(damaged.readUInt8(cut) ^ 0xff, cut)
        await tryTable(context, `cut${cut}.xlsx`, whole.subarray(0, cut), tooMuch)
        await tryTable(context, `bit${cut}.xlsx`, damaged, [200, ...tooMuch])
      }
    },
  },
  {
    name: 'CSV files that are too long, too wide, or one cell',
    heavy: true,
    long: true,
    async run(context) {
      const files: Record<string, string> = {
        'long.csv': 'Nachname;E-Mail\n'.repeat(4_000_000),
        'wide.csv': `${'x;'.repeat(300_000)}\n`.repeat(5),
        'cell.csv': `Nachname;E-Mail\n"${'x'.repeat(60 * mebibyte)}";a@b.example\n`,
        'quotes.csv': `Nachname\n"${'""'.repeat(20 * mebibyte)}\n`,
        'open.csv': `Nachname\n"${'a;b\n'.repeat(10 * mebibyte)}`,
        'lines.csv': '\n'.repeat(50 * mebibyte),
        'bytes.csv': '\xff\xfe\x00'.repeat(10 * mebibyte),
      }
      for (const [name, text] of Object.entries(files))
        await tryTable(context, name, Buffer.from(text, 'latin1'), [200, 413, ...tooMuch])
    },
  },
  {
    name: 'file names with direction marks, separators and controls',
    async run({ api, expect }) {
      const names = [
        '\u202egpj.exe',
        'a/b',
        'a\\b',
        '..',
        'a\nb',
        'a\0b',
        'x'.repeat(256),
        '\u2066x\u2069.pdf',
      ]
      for (const name of names) {
        const path = `/attachment/crm/1/${encodeURIComponent(name)}`
        expect(
          await api('admin', 'POST', path, Buffer.from('x')),
          name === '..' ? [400, 404, 405] : [400],
          JSON.stringify(name),
        )
      }
    },
  },
  {
    name: 'formulas in tables that are exported',
    async run({ api, send, accounts, check, expect }) {
      const formulas = [
        '=1+1',
        '+49 30',
        '-2+3',
        '@SUM(A1)',
        '\t=1',
        '\r=1',
        ';=1',
        '"=1',
        '\n=1',
        '＝1+1',
        ' =1',
      ]
      for (const [index, formula] of formulas.entries()) {
        const body = {
          lastName: `${formula} ${privateMark}`,
          email: `formel${index}@attack.example`,
          firstName: formula,
        }
        expect(await api('admin', 'POST', '/contacts', body), [200, 409], formula)
      }
      const headers = accounts.of('admin').office
      const { text, status } = await send({
        method: 'GET',
        path: `/office/api/contacts/export?q=${encodeURIComponent(privateMark)}&format=csv`,
        headers,
      })
      check(status === 200 && text.includes(privateMark), `the export is ${status}`)
      const cells = papaparse.parse<string[]>(text).data.flat()
      const live = cells.filter(
        (cell) => /^[=@\t\r＝＋－＠]/.test(cell) || /^[+-](?![\d\s()/.-]+$)/.test(cell),
      )
      check(live.length === 0, `these cells are formulas: ${JSON.stringify(live.slice(0, 5))}`)
    },
  },
  {
    name: 'HTML in every text of the catalogue that is sent out as HTML',
    async run({ office, api, check, expect }) {
      for (const kind of ['events', 'trainers', 'locations'] as const) {
        const [{ id }] = JSON.parse((await office('admin', 'GET', `/${kind}`)).text)
        const before = recordOf(await office('admin', 'GET', `/${kind}/${id}`))
        const names = Object.keys(before).filter((name) => htmlFields.test(name))
        const change = Object.fromEntries(names.map((name) => [name, hostileHtml]))
        const changed = await office('admin', 'PATCH', `/${kind}/${id}`, {
          version: before.version,
          ...change,
        })
        expect(changed, [200], kind)
        const read = recordOf(await office('admin', 'GET', `/${kind}/${id}`))
        const { text } = await api('admin', 'GET', '/events?mainDateTrainer=1&allDateTrainers=1')
        const kept = names.filter((name) => live.test(read[name]))
        check(kept.length === 0, `${kind}: ${kept.join()} keep a script`)
        check(!/harmlos[^"]*(<script|onerror)/i.test(text), `${kind} are sent out with a script`)
        const restored = Object.fromEntries(names.map((name) => [name, before[name]]))
        await office('admin', 'PATCH', `/${kind}/${id}`, { version: read.version, ...restored })
      }
    },
  },
]

const hostileHtml =
  '<p>harmlos</p><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a><svg onload=alert(4)><iframe src="//x"></iframe>'
const live = /<script|onerror|javascript:|onload|<iframe/i
/** Fields of the back office that hold HTML. */
const htmlFields =
  /^(teaser|description|requirements|objectives|targetGroup|itinerary|service|footerDescription)$|Html$/
