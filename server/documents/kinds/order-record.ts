// The signed record of an order, for a dispute. The signed text, its signature and the public key are files within the PDF.
import type { Language } from '../../platform/ground/language.ts'
import { signedBytes } from '../certificates/content.ts'
import { facts, heading, paragraph } from '../layout/blocks.ts'
import { drawLetterhead } from '../layout/letterhead.ts'
import { addPart, mm, type Sheet } from '../layout/sheet.ts'
import type { SignedOrderRecord } from '../orders/signed-record.ts'

/** `keysAddress`: where the public keys of the instance stand. */
export type DrawnOrderRecord = SignedOrderRecord & { keysAddress: string }

const files = { signed: 'record.txt', signature: 'signature.bin', key: 'key.pem' } as const

const texts = {
  de: {
    title: (code: string) => `Nachweis der Buchung ${code}`,
    intro:
      'Dieser Nachweis wurde mit der Buchung gespeichert und unterschrieben und seitdem nicht verändert. Er hat die Angaben, die bei der Buchung angezeigt wurden, im Wortlaut.',
    recorded: 'Gespeichert',
    recordedAt: 'Zeitpunkt',
    channel: 'Gebucht über',
    page: 'Seite',
    pageUnknown: 'nicht übermittelt',
    language: 'Sprache',
    languages: { de: 'Deutsch', en: 'Englisch' } satisfies Record<Language, string>,
    kontor: 'Version von Kontor',
    shown: 'Angezeigt',
    terms: 'Texte der Bedingungen',
    version: (version: number) => `Fassung ${version}`,
    accepted: 'per Häkchen angenommen',
    notAccepted: 'angezeigt, ohne Häkchen',
    hash: (hash: string) => `SHA-256 des Textes: ${hash}`,
    signature: 'Unterschrift',
    signer: 'Unterschrieben von',
    fingerprint: 'Schlüssel',
    algorithm: 'Verfahren',
    sha256: 'SHA-256',
    state: 'Prüfung',
    valid: 'Die Unterschrift ist gültig (geprüft beim Erstellen dieser Datei).',
    invalid:
      'Die Unterschrift ist UNGÜLTIG: Der gespeicherte Nachweis ist nicht der unterschriebene (geprüft beim Erstellen dieser Datei).',
    verify: 'Selbst prüfen',
    steps: `Dieser PDF-Datei liegen bei: ${files.signed} (der unterschriebene Text), ${files.signature} und ${files.key}. So werden sie entnommen und geprüft:`,
    keys: (address: string) =>
      `Der Schlüssel ist der des Anbieters, wenn er dort mit demselben Fingerabdruck steht: ${address}`,
  },
  en: {
    title: (code: string) => `Record of booking ${code}`,
    intro:
      'This record was stored and signed with the booking, and has not been changed since. It has what was shown during the booking, word for word.',
    recorded: 'Recorded',
    recordedAt: 'Time',
    channel: 'Booked by',
    page: 'Page',
    pageUnknown: 'not transmitted',
    language: 'Language',
    languages: { de: 'German', en: 'English' },
    kontor: 'Version of Kontor',
    shown: 'Shown',
    terms: 'Texts of the terms',
    version: (version: number) => `version ${version}`,
    accepted: 'accepted by a tick',
    notAccepted: 'shown, without a tick',
    hash: (hash: string) => `SHA-256 of the text: ${hash}`,
    signature: 'Signature',
    signer: 'Signed by',
    fingerprint: 'Key',
    algorithm: 'Algorithm',
    sha256: 'SHA-256',
    state: 'Check',
    valid: 'The signature is valid (checked when this file was made).',
    invalid:
      'The signature is INVALID: the stored record is not the signed one (checked when this file was made).',
    verify: 'Check it yourself',
    steps: `Attached to this PDF file: ${files.signed} (the signed text), ${files.signature} and ${files.key}. To extract and check them:`,
    keys: (address: string) =>
      `The key is the provider’s if it stands there with the same fingerprint: ${address}`,
  },
} as const satisfies Record<Language, object>

export const orderRecordTitle = ({ record }: SignedOrderRecord, language: Language): string =>
  texts[language].title(record.code)

/** The commands that check the record of a saved file. */
const commands = [
  'pdfdetach -saveall record.pdf',
  `openssl pkeyutl -verify -pubin -inkey ${files.key} -rawin -in ${files.signed} -sigfile ${files.signature}`,
]

function attachProof({ doc }: Sheet, { payload, signature, publicKey, record }: SignedOrderRecord): void {
  const creationDate = new Date(record.recordedAt)
  const contents = {
    [files.signed]: Buffer.from(signedBytes('order', payload)),
    [files.signature]: Buffer.from(signature, 'base64url'),
    [files.key]: Buffer.from(publicKey),
  }
  for (const [name, content] of Object.entries(contents)) doc.file(content, { name, creationDate })
}

export function drawOrderRecord(sheet: Sheet, recorded: DrawnOrderRecord): void {
  const { record, client, fingerprint, signature, sha256, isValid, keysAddress } = recorded
  const { channel, shown, terms, language } = record
  const text = texts[sheet.language]
  const title = orderRecordTitle(recorded, sheet.language)
  addPart(sheet, title)
  drawLetterhead(sheet)
  heading(sheet, 1, title)
  paragraph(sheet, text.intro)
  heading(sheet, 2, text.recorded)
  facts(sheet, [
    [text.recordedAt, sheet.format.second(record.recordedAt)],
    [text.channel, channel.key],
    [text.page, channel.page || text.pageUnknown],
    [text.language, text.languages[language]],
    [text.kontor, record.kontor],
  ])
  sheet.y += mm(3)
  heading(sheet, 2, text.shown)
  for (const section of shown) {
    heading(sheet, 3, section.title)
    facts(
      sheet,
      section.rows.map(({ label, value }) => [label, value] as const),
    )
    sheet.y += mm(3)
  }
  if (terms.length > 0) {
    heading(sheet, 2, text.terms)
    facts(
      sheet,
      terms.map((one) => [
        one.title,
        [
          [
            text.version(one.version),
            text.languages[one.language],
            one.isAccepted ? text.accepted : text.notAccepted,
          ].join(', '),
          text.hash(one.sha256),
        ].join('\n'),
      ]),
    )
    sheet.y += mm(3)
  }
  heading(sheet, 2, text.signature)
  facts(sheet, [
    [text.state, isValid ? text.valid : text.invalid],
    [text.signer, client],
    [text.algorithm, 'Ed25519 (RFC 8032)'],
    [text.fingerprint, fingerprint],
    [text.sha256, sha256],
    [text.signature, signature],
  ])
  sheet.y += mm(3)
  heading(sheet, 2, text.verify)
  paragraph(sheet, text.steps)
  for (const command of commands) paragraph(sheet, command, { size: 8.5 })
  paragraph(sheet, text.keys(keysAddress))
  attachProof(sheet, recorded)
}
