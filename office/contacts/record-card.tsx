// The data of a contact or company: contact details, addresses, categories, trainer and location data.
import { Box, Card, CardContent, Chip, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/app/format.ts'
import { mailto, telephone } from '../shell/list/contact-links.ts'
import { HtmlView } from '../shell/list/html-view.tsx'
import { useContactOptions } from './options.ts'

type ContactRecord = RecordOf<'contacts'>

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
          {translate(title)}
        </Typography>
        {children}
      </CardContent>
    </Card>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  const translate = useTranslate()
  if (!children) return null
  return (
    <Box sx={{ mb: 0.5 }}>
      <Typography component="span" variant="body2" color="text.secondary">
        {translate(label)}:{' '}
      </Typography>
      <Typography component="span" variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  )
}

type Address = ContactRecord['addresses'][number]

function AddressLines({ address }: { address: Address }) {
  const translate = useTranslate()
  const lines = [
    [address.position, address.department].filter(Boolean).join(', '),
    [address.street, address.houseNumber].filter(Boolean).join(' '),
    address.addition,
    [address.zip, address.city].filter(Boolean).join(' '),
    [address.state, address.country].filter(Boolean).join(', '),
  ].filter(Boolean)
  const flags = (['isDefault', 'isInvoice', 'isInvoiceSend', 'isPostOfficeBox'] as const).filter(
    (name) => address[name],
  )
  return (
    <Box sx={{ mb: 1.5 }}>
      <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', mb: 0.5 }}>
        <Chip
          size="small"
          variant="outlined"
          label={translate(`contacts.addressType.${address.addressTypeId}`)}
        />
        {flags.map((name) => (
          <Chip key={name} size="small" label={translate(`contacts.field.${name}`)} />
        ))}
      </Stack>
      {lines.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('contacts.noAddress')}
        </Typography>
      )}
      {lines.map((line) => (
        <Typography key={line} variant="body2">
          {line}
        </Typography>
      ))}
    </Box>
  )
}

const formatPhone = ({ countryCode, areaCode, number }: ContactRecord['phones'][number]): string =>
  [countryCode && `+${countryCode.replace(/^[+0]+/, '')}`, areaCode, number].filter(Boolean).join(' ')

/** The field is free text: only what looks like a web address becomes a link. */
const toWebsiteUrl = (text: string): string | undefined =>
  /^https?:\/\//i.test(text) ? text : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : undefined

export function RecordCard({ record }: { record: ContactRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  const { categories } = useContactOptions()
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const websiteUrl = toWebsiteUrl(record.website)
  return (
    <Stack spacing={2}>
      <Panel title="contacts.section.contactDetails">
        {record.companyId !== 0 && (
          <Line label="resources.contacts.fields.company">
            <MuiLink component={Link} to={`/companies/${record.companyId}/show`}>
              {record.company}
            </MuiLink>
          </Line>
        )}
        {record.companyId === 0 && <Line label="resources.contacts.fields.company">{record.company}</Line>}
        {record.emails.map((one) => (
          <Line key={one.id} label="contacts.field.email">
            <MuiLink href={mailto(one.email)}>{one.email}</MuiLink>
            {one.isDefault && record.emails.length > 1 ? ` (${translate('contacts.field.isDefault')})` : ''}
          </Line>
        ))}
        {record.phones.map((one) => (
          <Line key={one.id} label={`contacts.phoneType.${one.type}`}>
            {one.type === 'fax' ? (
              formatPhone(one)
            ) : (
              <MuiLink href={telephone(formatPhone(one))}>{formatPhone(one)}</MuiLink>
            )}
          </Line>
        ))}
        <Line label="contacts.field.website">
          {websiteUrl ? (
            <MuiLink href={websiteUrl} target="_blank" rel="noopener noreferrer">
              {record.website}
            </MuiLink>
          ) : (
            record.website
          )}
        </Line>
        <Line label="contacts.field.comment">{record.comment}</Line>
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', my: 1 }}>
          {record.categoryIds.map((id) => (
            <Chip key={id} size="small" label={names.get(id) ?? id} />
          ))}
        </Stack>
        <Line label="contacts.created">{format.dateTime(record.createdAt)}</Line>
      </Panel>
      <Panel title="contacts.section.addresses">
        {record.addresses.map((address) => (
          <AddressLines key={address.id} address={address} />
        ))}
      </Panel>
      {record.trainerData.length > 0 && (
        <Panel title="contacts.section.trainer">
          {record.trainerData.map((one) => (
            <Box key={one.id}>
              <Line label="contacts.field.objectives">{one.objectives}</Line>
              <Line label="contacts.field.subCategories">{one.subCategories?.join(', ')}</Line>
              <Line label="contacts.field.travelExpenses">{one.travelExpenses}</Line>
              {one.descriptionHtml && <HtmlView html={one.descriptionHtml} />}
              <Line label="contacts.field.misc1">{one.misc1}</Line>
              <Line label="contacts.field.misc2">{one.misc2}</Line>
              <Line label="contacts.field.internal">{one.comment}</Line>
            </Box>
          ))}
        </Panel>
      )}
      {(record.locationData.length > 0 || record.locationLink || record.locationAdditionalField) && (
        <Panel title="contacts.section.location">
          <Line label="contacts.field.locationLink">{record.locationLink}</Line>
          <Line label="contacts.field.locationAdditionalField">{record.locationAdditionalField}</Line>
          {record.locationData.map((one) => (
            <Box key={one.id}>
              <Line label="contacts.field.url">{one.url}</Line>
              {one.descriptionHtml && <HtmlView html={one.descriptionHtml} />}
              <Line label="contacts.field.misc">{one.misc}</Line>
              <Line label="contacts.field.internal">{one.comment}</Line>
            </Box>
          ))}
        </Panel>
      )}
    </Stack>
  )
}
