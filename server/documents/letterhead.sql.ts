// Reads and writes letterheads. A client without a row has an empty one.
import { sql } from 'kysely'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import type { Letterhead, LetterheadInput, OfficeLetterhead } from './letterhead.schema.ts'

type Row = Omit<OfficeLetterhead, 'logo'> & { logo: Buffer | null }

async function readRow(reader: Reader, clientId: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select c.id, ${versionColumn('client', 'c.id')} as version, c.name as "clientName", l.logo,
      coalesce(l.address_lines, '') as "addressLines", coalesce(l.phone, '') as phone, coalesce(l.email, '') as email,
      coalesce(l.website, '') as website, coalesce(l.footer_lines, '') as "footerLines",
      coalesce(l.accent_color, '') as "accentColor", coalesce(l.signatory, '') as signatory,
      coalesce(l.sender_name, '') as "senderName", coalesce(l.sender_address, '') as "senderAddress"
    from client c left join letterhead l on l.client_id = c.id where c.id = ${clientId}`.execute(reader)
  if (!rows[0]) throw notFound(generalErrors.notFound({ kind: 'client', id: clientId }))
  return rows[0]
}

/** @throws Failure 404 */
export async function loadLetterhead(reader: Reader, clientId: number): Promise<Letterhead> {
  const { id: _id, version: _version, ...letterhead } = await readRow(reader, clientId)
  return letterhead
}

/** @throws Failure 404 */
export async function loadOfficeLetterhead(reader: Reader, clientId: number): Promise<OfficeLetterhead> {
  const { logo, ...row } = await readRow(reader, clientId)
  return { ...row, logo: logo?.toString('base64') ?? '' }
}

/** The letterhead with the given values in place of the stored ones. */
export async function changedLetterhead(
  reader: Reader,
  clientId: number,
  { logo, ...given }: LetterheadInput,
): Promise<Letterhead> {
  const stored = await loadLetterhead(reader, clientId)
  return {
    ...stored,
    ...given,
    logo: logo === undefined ? stored.logo : logo === '' ? null : Buffer.from(logo, 'base64'),
  }
}

/** Writes the letterhead of a locked client. */
export async function writeLetterhead(tx: Tx, clientId: number, letterhead: Letterhead): Promise<void> {
  const { addressLines, phone, email, website, footerLines, accentColor, signatory, logo } = letterhead
  const { senderName, senderAddress } = letterhead
  const values = {
    logo: logo && Buffer.from(logo),
    address_lines: addressLines.trim(),
    phone: phone.trim(),
    email: email.trim(),
    website: website.trim(),
    footer_lines: footerLines.trim(),
    accent_color: accentColor,
    signatory: signatory.trim(),
    sender_name: senderName.trim(),
    sender_address: senderAddress.trim(),
  }
  await tx
    .insertInto('letterhead')
    .values({ client_id: clientId, ...values })
    .onConflict((on) => on.column('client_id').doUpdateSet(values))
    .execute()
}
