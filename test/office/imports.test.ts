// A file with errors: they are shown by row; the valid rows are imported while the page is closed, and undone.
import assert from 'node:assert/strict'
import iconv from 'iconv-lite'
import { browserTest } from './office.ts'

browserTest(
  'a file with errors is checked, imported while the page is closed, and undone',
  async ({ administrator }) => {
    const { page, go, call } = await administrator()
    const domain = `tafel${Date.now()}.example`
    const text =
      'Anrede;Vorname;Nachname;E-Mail;Firma;Kategorien;Bemerkung\r\n' +
      `Frau;Zoë;Größer;zoe@${domain};Größer ${domain};;=cmd|' /C calc'!A0\r\n` +
      'Herr;Tom;Kurz;keine-adresse;;;\r\n' +
      `Frau;Ida;;ida@${domain};;;\r\n` +
      `Herr;Emil;Neu;emil@${domain};;Gibt es nicht;\r\n`
    await go('/imports/create')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Datei wählen' }).press('Enter')
    await (await choosing).setFiles({
      name: 'kunden.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text, 'latin1'),
    })
    await page.getByRole('button', { name: 'Prüfen', exact: true }).press('Enter')
    for (const expectedText of [
      'E-Mail: „keine-adresse“ ist keine E-Mail-Adresse wie name@firma.de',
      'Nachname: ist leer, muss aber ausgefüllt sein',
      'Kategorien: die Kategorie „Gibt es nicht“ gibt es nicht',
    ])
      await page.getByText(expectedText).waitFor()
    await page.getByText('1 neue Firma').waitFor()
    const id = Number(/\d+$/.exec(page.url())?.[0])
    const started = page.waitForResponse((answer) => answer.url().endsWith('/start'))
    await page.getByRole('button', { name: '1 Zeile importieren' }).press('Enter')
    await started
    await page.goto('about:blank')
    const status = async () => (await call('GET', `/imports/${id}`)).json[0].status
    await go(`/imports/${id}`)
    await page.getByText('1 Firma angelegt').waitFor()
    assert.equal(await status(), 'done')

    const errorsFile = await page.request.get(`/office/api/imports/${id}/errors/export?language=de`)
    assert.match(
      await errorsFile.text(),
      /3;E-Mail: „keine-adresse“ ist keine E-Mail-Adresse wie name@firma.de;Herr/,
    )
    await page.getByRole('button', { name: 'Zurücknehmen' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Zurücknehmen' }).press('Enter')
    await page.getByText('1 zurückgenommen, 0 geblieben').waitFor()
    assert.deepEqual((await call('GET', `/contacts?q=zoe@${domain}`)).json, [])
    assert.deepEqual((await call('GET', `/companies?q=${domain}`)).json, [])
  },
)

browserTest(
  'rows with another first name than the contact of their e-mail address are decided, singly and at once',
  async ({ administrator }) => {
    const { page, go, call } = await administrator()
    const domain = `familie${Date.now()}.example`
    const people = (...names: string[]) =>
      `Vorname;Nachname;E-Mail\n${names.map((name) => `${name};Famtest;wir@${domain}`).join('\n')}\n`
    const importText = async (text: string): Promise<void> => {
      await go('/imports/create')
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Datei wählen' }).press('Enter')
      await (await choosing).setFiles({
        name: 'familie.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
      await page.getByLabel('mit der Tabelle überschreiben').check()
      await page.getByRole('button', { name: 'Prüfen', exact: true }).press('Enter')
    }
    await importText(people('Max'))
    await page.getByRole('button', { name: '1 Zeile importieren' }).press('Enter')
    await page.getByText('1 angelegt').waitFor()

    await importText(people('Eva', 'Maximilian'))
    await page.getByText('Bitte bei jeder entscheiden').waitFor()
    await page.getByText('Vorname: ist nicht der von Kontakt').first().waitFor()
    const decisionOf = (row: number) =>
      page.getByRole('group', { name: `Zeile ${row}: derselbe oder ein anderer Kontakt?` })
    await decisionOf(2).getByRole('button', { name: 'Anderer Kontakt' }).press('Enter')
    await page.getByRole('button', { name: 'Alle: derselbe Kontakt' }).press('Enter')
    await page.getByText('1 Zeile ist entschieden.').waitFor()
    await page.getByRole('button', { name: '2 Zeilen importieren' }).press('Enter')
    await page.getByText('1 angelegt').waitFor()
    await page.getByText('1 geändert').first().waitFor()
    const found = (await call('GET', `/contacts?q=wir@${domain}`)).json
    assert.deepEqual(
      found.map(({ firstName }: { firstName: string }) => firstName),
      ['Maximilian'],
    )
  },
)

browserTest(
  'a text from an old Mac with shortened numbers: the code page and the proposals are asked, lost columns are told',
  async ({ administrator }) => {
    const { page, go } = await administrator()
    await go('/imports/create')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Datei wählen' }).press('Enter')
    await (await choosing).setFiles({
      name: 'alt.csv',
      mimeType: 'text/csv',
      buffer: iconv.encode(
        'Nachname;Telefon;PLZ;Betreuer\nMüller;4.91714E+11;1067;Jörg\nÖzdemir;0351 12;4109;\n',
        'macintosh',
      ),
    })
    await page.getByText('Müller · 4.91714E+11').waitFor()
    await page.getByLabel('Zeichensatz').press('ArrowDown')
    await page.getByRole('option', { name: 'Windows' }).press('Enter')
    await page.getByText('MŸller · 4.91714E+11').waitFor()
    await page.getByLabel('Zeichensatz').press('ArrowDown')
    await page.getByRole('option', { name: 'Mac (vor Mac OS X)' }).press('Enter')
    await page.getByText('Müller · 4.91714E+11').waitFor()
    await page.getByRole('button', { name: 'Weiter' }).press('Enter')
    await page.getByText('Telefon: 1 Zelle wie „4.91714E+11“').waitFor({ timeout: 5000 })
    assert.equal(await page.getByLabel('Gekürzte Nummern nicht übernehmen').isChecked(), true)
    await page.getByText('PLZ: 2 Postleitzahlen mit vier Stellen').waitFor()
    await page.getByRole('button', { name: 'Prüfen', exact: true }).press('Enter')
    await page.getByText('Diese Spalte wird nicht übernommen: „Betreuer“ (1 Zelle).').waitFor()
  },
)
