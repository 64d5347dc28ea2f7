// Reads winmail.dat, into which Outlook packs text and attachments of a mail (MS-OXTNEF): what a mail shows of it, nothing else.
import { decompressRTF } from '@kenjiuno/decompressrtf'
import iconv from 'iconv-lite'
import { deEncapsulateSync } from 'rtf-stream-parser'

export type TnefContent = {
  html: string
  text: string
  attachments: { filename: string; content: Uint8Array }[]
  /** It ends early, or has parts of an unknown form. */
  isDamaged: boolean
}

const signature = 0x223e9f78
const attributes = {
  body: 0x800c,
  attachmentData: 0x800f,
  attachmentTitle: 0x8010,
  /** Begins an attachment. */
  attachmentRendering: 0x9002,
  properties: 0x9003,
  attachmentProperties: 0x9005,
  codepage: 0x9007,
} as const
const properties = { body: 0x1000, rtf: 0x1009, html: 0x1013, longName: 0x3707 } as const

/** Bytes of the types of MAPI with a fixed length, padded to 4. */
const fixedLengths: Readonly<Record<number, number>> = {
  ...{ 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4 },
  ...{ 20: 8, 64: 8, 72: 16 },
}
const unicode = 0x1f
const several = 0x1000
const object = 0xd

class Bytes {
  #at = 0
  readonly #bytes: Buffer
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }
  /** @throws RangeError behind the end */
  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the file ends early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  number(length: 1 | 2 | 4): number {
    return this.take(length).readUIntLE(0, length)
  }
  padded(length: number): Buffer {
    const value = this.take(length)
    this.take(Math.min((4 - (length % 4)) % 4, this.#bytes.length - this.#at))
    return value
  }
}

type Property = { type: number; value: Buffer }

/** The properties of MAPI by their ids; named ones are left out. */
function propertiesOf(data: Buffer): Map<number, Property> {
  const bytes = new Bytes(data)
  const found = new Map<number, Property>()
  for (let left = bytes.number(4); left > 0; left--) {
    const whole = bytes.number(2)
    const type = whole & ~several
    const id = bytes.number(2)
    if (id >= 0x8000) {
      bytes.take(16)
      if (bytes.number(4) === 0) bytes.take(4)
      else bytes.padded(bytes.number(4))
    }
    const fixed = fixedLengths[type]
    const count = whole === type && fixed !== undefined ? 1 : bytes.number(4)
    for (let index = 0; index < count; index++) {
      const value = fixed === undefined ? bytes.padded(bytes.number(4)) : bytes.take(fixed)
      if (index === 0 && id < 0x8000)
        found.set(id, { type, value: type === object ? value.subarray(16) : value })
    }
  }
  return found
}

const textOf = ({ type, value }: Property, codepage: string): string =>
  iconv.decode(value, type === unicode ? 'utf16le' : codepage).replace(/\0+$/, '')

/** The text of a mail whose layout is RTF: Outlook packs HTML into it. Other RTF becomes an attachment. */
function addRtf(content: TnefContent, compressed: Buffer): void {
  const rtf = Buffer.from(decompressRTF([...compressed]))
  try {
    const { mode, text } = deEncapsulateSync(rtf, { mode: 'either', decode: iconv.decode })
    content[mode] = String(text)
  } catch {
    content.attachments.push({ filename: 'mail.rtf', content: rtf })
  }
}

function addBody(content: TnefContent, message: ReadonlyMap<number, Property>, codepage: string): void {
  const [html, text, rtf] = [properties.html, properties.body, properties.rtf].map((id) => message.get(id))
  if (html) content.html = textOf(html, codepage)
  else if (text) content.text = textOf(text, codepage)
  else if (rtf) addRtf(content, rtf.value)
}

/** @returns what can be read */
export function readTnef(file: Uint8Array): TnefContent {
  const content: TnefContent = { html: '', text: '', attachments: [], isDamaged: false }
  try {
    readAttributes(new Bytes(file), content)
  } catch {
    content.isDamaged = true
  }
  return content
}

/** @throws RangeError if it is no such file, or damaged */
function readAttributes(bytes: Bytes, content: TnefContent): void {
  if (bytes.number(4) !== signature) throw new RangeError('not a file of TNEF')
  bytes.number(2)
  let codepage = 'windows-1252'
  while (!bytes.isAtEnd) {
    bytes.number(1)
    const id = bytes.number(2)
    bytes.number(2)
    const data = bytes.take(bytes.number(4))
    bytes.number(2)
    const attachment = content.attachments.at(-1)
    const name = (text: string) => {
      if (attachment && text !== '') attachment.filename = text
    }
    if (id === attributes.codepage && iconv.encodingExists(`cp${data.readUInt32LE(0)}`))
      codepage = `cp${data.readUInt32LE(0)}`
    else if (id === attributes.attachmentRendering)
      content.attachments.push({ filename: '', content: Buffer.alloc(0) })
    else if (id === attributes.attachmentData && attachment) attachment.content = data
    else if (id === attributes.attachmentTitle) name(iconv.decode(data, codepage).replace(/\0+$/, ''))
    else if (id === attributes.attachmentProperties) {
      const longName = propertiesOf(data).get(properties.longName)
      if (longName) name(textOf(longName, codepage))
    } else if (id === attributes.properties) addBody(content, propertiesOf(data), codepage)
    else if (id === attributes.body && content.html === '' && content.text === '')
      content.text = iconv.decode(data, codepage).replace(/\0+$/, '')
  }
}
