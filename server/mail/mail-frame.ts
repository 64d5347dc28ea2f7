// The frame of mails to visitors: it names the provider, as the pages for visitors do.
import { escapeHtml } from '../platform/ground/escape-html.ts'
import { textToHtml } from './body.ts'
import type { MailContent } from './content.ts'
import type { MailClient } from './mail-client.sql.ts'

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** The provider with its address and contact, line by line. */
const providerLines = ({ name, addressLines, phone, email, website }: MailClient): string[] => [
  name,
  linesOf(addressLines).join(', '),
  [phone, email, website].filter((part) => part !== '').join(' · '),
]

const ownColor = /^#[0-9a-f]{6}$/

/** @param links such as that of the imprint */
export function withFrame(
  content: MailContent,
  client: MailClient,
  { publicUrl, links }: { publicUrl: string; links: readonly { label: string; href: string }[] },
): MailContent {
  const lines = [
    ...providerLines(client).filter((line) => line !== ''),
    ...links.map(({ label, href }) => `${label}: ${href}`),
  ]
  const name = escapeHtml(client.name)
  const color = ownColor.test(client.accentColor) ? client.accentColor : '#1d5fae'
  const head = client.logoVersion
    ? `<img src="${escapeHtml(`${publicUrl}/logo/${client.logoVersion}`)}" alt="${name}" height="48" style="height:48px;max-width:240px">`
    : `<strong>${name}</strong>`
  return {
    ...content,
    text: `${content.text}\n\n-- \n${lines.join('\n')}\n`,
    html: [
      `<div style="border-top:4px solid ${color};padding-top:12px">`,
      `<p>${head}</p>`,
      content.html,
      `<div style="border-top:1px solid ${color};margin-top:24px;font-size:14px">${textToHtml(lines.join('\n'))}</div>`,
      '</div>',
    ].join('\n'),
  }
}
