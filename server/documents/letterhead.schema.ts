// The letterhead of a client: the sender in its documents.
import Type, { type Static } from 'typebox'
import {
  answerProperties,
  fields,
  inputProperties,
  shortText,
  textUpTo,
} from '../platform/database/fields.ts'
import { Id, record, Version } from '../platform/ground/schema.ts'
import { maxLogoBytes } from './logo-limit.ts'

export const colourPattern = '^(#[0-9a-f]{6})?$'
const Colour = Type.String({ pattern: colourPattern })
// As in the header From of a mail.
export const senderNamePattern = '^[^<>"\\u0000-\\u001f\\u007f]*$'
export const senderAddressPattern = '^([^\\s<>@,;]+@[^\\s<>@,;]+)?$'
const SenderName = Type.String({ maxLength: 255, pattern: senderNamePattern })
const SenderAddress = Type.String({ maxLength: 255, pattern: senderAddressPattern })
const lines = textUpTo(500)

export const letterheadFields = fields({
  addressLines: lines,
  phone: shortText,
  email: shortText,
  website: shortText,
  footerLines: lines,
  accentColor: { ...shortText, schema: Colour, input: Colour },
  signatory: shortText,
  senderName: { ...shortText, schema: SenderName, input: SenderName },
  senderAddress: { ...shortText, schema: SenderAddress, input: SenderAddress },
})

/** In base64; '': none. */
const logo = Type.String({ maxLength: Math.ceil(maxLogoBytes / 3) * 4 })

/** `id`: that of the client. */
export const OfficeLetterhead = record({
  id: Id,
  version: Version,
  clientName: Type.String(),
  ...answerProperties(letterheadFields),
  logo,
})
export type OfficeLetterhead = Static<typeof OfficeLetterhead>

/** Fields that are left out stay. */
const properties = { ...inputProperties(letterheadFields), logo: Type.Optional(logo) }
export const LetterheadInput = record(properties)
export const LetterheadPatch = record({ version: Version, ...properties })
export type LetterheadInput = Static<typeof LetterheadInput>

/** The letterhead for drawing documents. */
export type Letterhead = Omit<OfficeLetterhead, 'id' | 'version' | 'logo'> & { logo: Uint8Array | null }
