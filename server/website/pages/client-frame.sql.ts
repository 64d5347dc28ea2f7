// The client in whose name a page for visitors is, as the frame of the page shows it: name, logo, colour, and legal pages.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { isDraft, type LegalKind, legalPagesOf, legalPath } from '../legal/legal-pages.ts'

export const addressForms = ['formal', 'informal'] as const
export const fonts = ['system', 'inter', 'serif', 'rounded'] as const

export type ClientFrame = {
  /** Of German texts: Sie or du. */
  addressForm: (typeof addressForms)[number]
  font: (typeof fonts)[number]
  clientId: number
  provider: string
  /** `#rrggbb` of the letterhead; '': none. */
  accentColor: string
  /** undefined: the letterhead has none. */
  logo: Logo | undefined
  /** Addresses, or paths without language. */
  legal: Partial<Record<LegalKind, string>>
  /** There are pages of the catalogue. */
  hasList: boolean
}

type Logo = {
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  /** A hash of the content, for its address. */
  version: string
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Letterheads take PNG and JPEG only. */
export function toLogo(image: Uint8Array): Logo {
  const bytes = Buffer.from(image)
  return {
    bytes,
    mediaType: bytes.subarray(0, pngSignature.length).equals(pngSignature) ? 'image/png' : 'image/jpeg',
    version: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  }
}

type Row = Omit<ClientFrame, 'logo' | 'legal'> & {
  logo: Buffer | null
  isDefault: boolean
  legal: { kind: LegalKind; url: string }[]
}

/** Of an instance without a client. */
export const plainFrame: ClientFrame = {
  clientId: 0,
  provider: '',
  accentColor: '',
  logo: undefined,
  font: 'system',
  addressForm: 'formal',
  legal: {},
  hasList: false,
}

export const dataUrl = ({ mediaType, bytes }: Logo): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`

/** @param clientId undefined, or of no client: that of the key of the pages, otherwise the first one */
export async function loadClientFrame(reader: Reader, clientId: number | undefined): Promise<ClientFrame> {
  const { rows } = await sql<Row>`
    select k.id as "clientId", k.name as provider, coalesce(h.accent_color, '') as "accentColor", h.logo, s.font,
      s.address_form as "addressForm", s.has_list as "hasList", k.id = s.client_id as "isDefault",
      coalesce((select json_agg(json_build_object('kind', l.kind, 'url', l.url)) from ${legalPagesOf}
        where l.url <> '' or l.body <> '' and not ${isDraft('l.body')} and not ${isDraft('l.body_en')}), '[]') as legal
    from (select p.font, p.address_form, w.key is not null and w.revoked_at is null as has_list,
        coalesce(w.client_id, (select min(id) from client)) as client_id
      from website_pages p left join website_key w on w.id = p.key_id) s
    join client k on k.id = coalesce((select id from client where id = ${clientId ?? null}::int), s.client_id)
    left join letterhead h on h.client_id = k.id`.execute(reader)
  const [row] = rows
  if (!row) return plainFrame
  const { isDefault, logo, legal, ...frame } = row
  const own = isDefault ? '' : `?client=${frame.clientId}`
  return {
    ...frame,
    logo: logo ? toLogo(logo) : undefined,
    legal: Object.fromEntries(legal.map(({ kind, url }) => [kind, url || legalPath(kind) + own])),
  }
}
