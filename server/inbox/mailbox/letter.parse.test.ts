// Letters in unusual forms: packed by Outlook, signed or encrypted by S/MIME, in old character sets, without a boundary.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLetter } from './letter.parse.ts'

const parse = (raw: string | Buffer) => parseLetter({ raw: Buffer.from(raw), authservIds: [] })
const head = ['From: Anna <anna@kunde.example>', 'Subject: x', 'MIME-Version: 1.0']
const mail = (...lines: string[]) => [...head, ...lines].join('\r\n')
const names = (letter: Awaited<ReturnType<typeof parse>>) => letter.attachments.map(({ name }) => name)

/** By OpenSSL: a multipart mail, signed opaquely in BER, and the same encrypted. */
const signed =
  'MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgASB30NvbnRlbnQtVHlwZTogbXVsdGlw' +
  'YXJ0L21peGVkOyBib3VuZGFyeT1pDQoNCi0taQ0KQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluOyBjaGFyc2V0PXV0Zi04DQoNClNp' +
  'Z25pZXJ0ZXIgR3J1w58NCi0taQ0KQ29udGVudC1UeXBlOiBhcHBsaWNhdGlvbi9wZGY7IG5hbWU9YS5wZGYNCkNvbnRlbnQtRGlz' +
  'cG9zaXRpb246IGF0dGFjaG1lbnQ7IGZpbGVuYW1lPWEucGRmDQoNCiVQREYNCi0taS0tDQoAAAAAAAAxgY0wgYoCAQEwJDAMMQow' +
  'CAYDVQQDDAFBAhRXkuzi1r5wDlNABP2Sq0cITGywVzALBglghkgBZQMEAgEwCgYIKoZIzj0EAwIERjBEAiB76OjImgs2ivy6diZ3' +
  'MoVbnbeuT4vORtgeIRrHj8pIsAIgNtsdFz29yIKXE4JngqAenSgWjAidddAhQQdZ1zeusL0AAAAAAAA='
const encrypted =
  'MIIB3wYJKoZIhvcNAQcDoIIB0DCCAcwCAQAxgb4wgbsCAQAwJDAMMQowCAYDVQQDDAFBAhRQ0w6yLAwKLIxR+rMLW88gMMJwVzAN' +
  'BgkqhkiG9w0BAQEFAASBgBi4sYnjn3s6mEvj4cl4QOUuMrMYPJPzaT8LYE/zgHPz8//Otf65JjguN1CZjmF0lqAtNwmadz8yt4+X' +
  'OlLQNW7y5bH+aePRw92hwHaP/f3qr9wVaDARrvhigmWGPenCZMtqvwgoySRniZT0xeCQbNbg8Bji07mQI1iB3LEoqTf2MIIBBAYJ' +
  'KoZIhvcNAQcBMBQGCCqGSIb3DQMHBAg6UyVJeyf6koCB4MIIKh7+SqfoCYzqi1HVxZtS+VCLdRzcWuQWOZ47ls/guwJqAMXHtGa7' +
  'JJc4Dbkcam8xKmPMg0MXo2x6XxpKi+APABkCHlLOsMy6lS2LjwLTEVQaEfSHOB3aXCx7Zk0Rv6go0SxHTUYc6yWwpKeYRa7VT9Rv' +
  'h094K2WAPmvZinONNPbT1f8pOOJ92LpeiXwwCRYQv5viGWx8FOiSfj/CsbTIyi1Qc+Un+9ZoAYh1G0SIzxHustsbOjVSQJRo+Zxh' +
  'x6VHHLrQrWCfm1Bdt0xAgEZtaNDeABc35bR0d+ckQhVy'
const cms = (content: string, type: string) =>
  mail(
    `Content-Type: application/pkcs7-mime; smime-type=${type}; name=smime.p7m`,
    'Content-Transfer-Encoding: base64',
    '',
    content,
  )

test('an opaque signature is opened: text and attachments are those of the mail in it', async () => {
  const letter = await parse(cms(signed, 'signed-data'))
  assert.deepEqual([letter.body.trim(), names(letter), letter.problem], ['Signierter Gruß', ['a.pdf'], ''])
})

test('an encrypted mail says so, and its file is kept; a damaged one is told as well', async () => {
  const letter = await parse(cms(encrypted, 'enveloped-data'))
  assert.deepEqual([letter.body, names(letter), letter.problem], ['', ['smime.p7m'], 'encrypted'])
  assert.equal((await parse(cms('AAAA', 'signed-data'))).problem, 'damaged')
  const pgp = await parse(
    mail(
      'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
      '',
      ...['--b', 'Content-Type: application/pgp-encrypted', '', 'Version: 1'],
      ...[
        '--b',
        'Content-Type: application/octet-stream; name=encrypted.asc',
        '',
        '-----BEGIN PGP MESSAGE-----',
      ],
      '--b--',
    ),
  )
  assert.deepEqual([pgp.problem, names(pgp).includes('encrypted.asc')], ['encrypted', true])
})

const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
const u32 = (value: number) => Buffer.concat([u16(value & 65_535), u16(Math.floor(value / 65_536))])
const attribute = (id: number, data: Buffer) =>
  Buffer.concat([Buffer.of(1), u16(id), u16(6), u32(data.length), data, u16(0)])
const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
const property = (type: number, id: number, data: Buffer) =>
  Buffer.concat([u16(type), u16(id), u32(1), u32(data.length), padded(data)])
const properties = (...all: Buffer[]) => Buffer.concat([u32(all.length), ...all])
const tnefFile = (...attributes: Buffer[]) => Buffer.concat([u32(0x223e9f78), u16(1), ...attributes])

const winmail = (file: Buffer) =>
  mail(
    'Content-Type: application/ms-tnef; name=winmail.dat',
    'Content-Transfer-Encoding: base64',
    '',
    file.toString('base64'),
  )

test('winmail.dat is opened: its text, and its attachments by their long names', async () => {
  const file = tnefFile(
    attribute(0x9007, Buffer.concat([u32(1252), u32(0)])),
    attribute(0x9003, properties(property(0x102, 0x1013, Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1')))),
    attribute(0x9002, Buffer.alloc(14)),
    attribute(0x8010, Buffer.from('ANMELD~1.PDF\0')),
    attribute(0x800f, Buffer.from('%PDF')),
    attribute(0x9005, properties(property(0x1f, 0x3707, Buffer.from('Anmeldung für Mai.pdf\0', 'utf16le')))),
  )
  const letter = await parse(winmail(file))
  assert.deepEqual(
    [letter.body, names(letter), letter.problem],
    ['<p>Grüße</p>', ['Anmeldung für Mai.pdf'], ''],
  )
  assert.equal(Buffer.from(letter.attachments[0]!.content).toString(), '%PDF')
})

test('a damaged winmail.dat is told, and kept beside what could be read', async () => {
  const text = attribute(0x800c, Buffer.from('Hallo\0'))
  const letter = await parse(winmail(Buffer.concat([tnefFile(text), Buffer.alloc(5, 1)])))
  assert.deepEqual([letter.body, names(letter), letter.problem], ['Hallo', ['winmail.dat'], 'damaged'])
})

test('letters in headers are read without an encoding, in UTF-8 and in that of Western Europe', async () => {
  for (const encoding of ['utf8', 'latin1'] as const) {
    const letter = await parse(
      Buffer.from('From: J\u00fcrgen <j@kunde.example>\r\nSubject: Gr\u00fc\u00dfe\r\n\r\nText', encoding),
    )
    assert.deepEqual([letter.subject, letter.from], ['Grüße', 'Jürgen <j@kunde.example>'], encoding)
  }
})

test('code pages of DOS are read in headers and texts', async () => {
  const letter = await parse(
    Buffer.concat([
      Buffer.from(
        'From: a@b.example\r\nSubject: =?cp850?Q?Gr=81=E1e?=\r\nContent-Type: text/plain; charset=cp850\r\n\r\n',
      ),
      Buffer.of(0x47, 0x72, 0x81, 0xe1, 0x65),
    ]),
  )
  assert.deepEqual([letter.subject, letter.body.trim(), letter.problem], ['Grüße', 'Grüße', ''])
})

test('an unknown character set is told', async () => {
  assert.equal((await parse(mail('Content-Type: text/plain; charset=x-nothing', '', 'a'))).problem, 'damaged')
  assert.equal((await parse(mail('Content-Type: text/plain; charset=utf-8', '', 'a'))).problem, '')
})

test('a multipart mail without a boundary is divided by the one that its body has; without any, it is text', async () => {
  const parts = ['--abc', 'Content-Type: text/plain', '', 'Hallo', '--abc']
  const letter = await parse(
    mail(
      'Content-Type: multipart/mixed',
      '',
      ...parts,
      'Content-Type: application/pdf; name=a.pdf',
      '',
      '%PDF',
      '--abc--',
    ),
  )
  assert.deepEqual([letter.body.trim(), names(letter), letter.problem], ['Hallo', ['a.pdf'], ''])
  const text = await parse(mail('Content-Type: multipart/mixed', '', 'Hallo Welt'))
  assert.deepEqual([text.body.trim(), text.problem], ['Hallo Welt', 'damaged'])
})

test('the time of the header Date is kept; what is no time is not', async () => {
  const at = async (date: string) => (await parse(mail(`Date: ${date}`, '', 'a'))).writtenAt
  assert.equal(await at('Mon, 1 Jun 2026 10:00:00 +0200'), '2026-06-01T08:00:00.000Z')
  assert.deepEqual([await at('gestern'), await at('Thu, 1 Jan 1970 00:00:00 +0000')], ['', ''])
})
