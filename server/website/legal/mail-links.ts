// The legal pages of a client in the frame of its mails.
import { textsOf } from '../../../website/texts.ts'
import type { LinksOf } from '../../mail/sender.ts'
import { loadClientFrame } from '../pages/client-frame.sql.ts'

export const mailLinks: LinksOf = async ({ db, settings: { publicUrl } }, { clientId, language }) => {
  const { legal, addressForm } = await loadClientFrame(db, clientId)
  const texts = textsOf(language, addressForm)
  return (['imprint', 'privacy'] as const).flatMap((kind) => {
    const address = legal[kind]
    return address ? [{ label: texts[kind], href: new URL(address, publicUrl).href }] : []
  })
}
