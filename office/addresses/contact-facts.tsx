// The facts of a contact or company: contact details, addresses, categories, trainer and location data.

import { Box, Chip, Stack, Typography } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { isPerson } from '../../server/addresses/contact-types.ts'
import type { RecordOf, RowOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { HtmlView } from '../shell/list/html-view.tsx'
import { Fact, Facts, MapLink, RecordLink, WebsiteLink } from '../shell/page/facts.tsx'
import { PagePart } from '../shell/page/page-layout.tsx'
import { useContactOptions } from './options.ts'

type ContactRecord = RecordOf<'contacts'>
type Address = ContactRecord['addresses'][number]

type Phone = ContactRecord['phones'][number]

const formatPhone = ({ countryCode, areaCode, number }: Phone): string =>
  [countryCode && `+${countryCode.replace(/^[+0]+/, '')}`, areaCode, number].filter(Boolean).join(' ')

/** The numbers to call, without those of fax machines. */
export const phoneNumbers = (phones: readonly Phone[]): string[] =>
  phones.filter(({ type }) => type !== 'fax').map((one) => formatPhone(one))

function AddressFact({
  address,
  printed,
  isOnly,
}: {
  address: Address
  printed: readonly string[]
  isOnly: boolean
}) {
  const translate = useTranslate()
  const lines = [...(address.position ? [address.position] : []), ...printed]
  const flags = (['isDefault', 'isInvoice', 'isInvoiceSend', 'isPostOfficeBox'] as const).filter(
    (name) => address[name] && !(isOnly && name === 'isDefault'),
  )
  return (
    <Fact label={`contacts.addressLabel.${address.addressTypeId}`}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {lines.length === 0 && <Typography color="textSecondary">{translate('contacts.noAddress')}</Typography>}
      {flags.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {flags.map((name) => translate(`resources.contacts.fields.${name}`)).join(', ')}
        </Typography>
      )}
      {address.city && !address.isPostOfficeBox && <MapLink place={printed.join(', ')} />}
    </Fact>
  )
}

export const AddressFacts = ({
  addresses,
  printedAddresses,
}: Pick<ContactRecord, 'addresses' | 'printedAddresses'>) =>
  addresses.map((address) => (
    <AddressFact
      key={address.id}
      address={address}
      printed={printedAddresses.find(({ addressId }) => addressId === address.id)?.lines ?? []}
      isOnly={addresses.length === 1}
    />
  ))

/** The trainer whose contact this is. */
function TrainerFact({ contactId }: { contactId: number }) {
  const { data = [] } = useGetList<RowOf<'trainers'>>('trainers', {
    filter: { contactId },
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'ASC' },
  })
  if (data.length === 0) return null
  return (
    <Fact label="contacts.asTrainer">
      {data.map(({ id, name }) => (
        <div key={id}>
          <RecordLink to={`/trainers/${id}`}>{name}</RecordLink>
        </div>
      ))}
    </Fact>
  )
}

export function ContactFacts({ record }: { record: ContactRecord }) {
  const format = useFormat()
  const { categories } = useContactOptions()
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const faxes = record.phones.filter(({ type }) => type === 'fax')
  return (
    <Facts>
      {record.company && isPerson(record.contactType) && (
        <Fact label="resources.contacts.fields.company">
          {record.companyId === 0 ? (
            record.company
          ) : (
            <RecordLink to={`/companies/${record.companyId}/show`}>{record.company}</RecordLink>
          )}
        </Fact>
      )}
      <AddressFacts addresses={record.addresses} printedAddresses={record.printedAddresses} />
      {isPerson(record.contactType) && <TrainerFact contactId={record.id} />}
      {record.website && (
        <Fact label="resources.contacts.fields.website">
          <WebsiteLink address={record.website} />
        </Fact>
      )}
      {faxes.length > 0 && (
        <Fact label="contacts.phoneType.fax">{faxes.map((one) => formatPhone(one)).join(', ')}</Fact>
      )}
      {record.categoryIds.length > 0 && (
        <Fact label="resources.contacts.fields.categoryIds">
          <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
            {record.categoryIds.map((id) => (
              <Chip key={id} size="small" variant="outlined" label={names.get(id) ?? id} />
            ))}
          </Stack>
        </Fact>
      )}
      {record.comment && (
        <Fact label="resources.contacts.fields.comment">
          <Box sx={{ whiteSpace: 'pre-line' }}>{record.comment}</Box>
        </Fact>
      )}
      <Fact label="contacts.created">{format.dateTime(record.createdAt)}</Fact>
    </Facts>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return children ? (
    <Fact label={label}>
      <Box sx={{ whiteSpace: 'pre-line' }}>{children}</Box>
    </Fact>
  ) : null
}

/** The data of a person as a trainer, and of a location. */
export const ContactDetails = ({ record }: { record: ContactRecord }) => (
  <>
    {record.trainerData.length > 0 && (
      <PagePart title="resources.contacts.fields.trainerData">
        {record.trainerData.map((one) => (
          <Facts key={one.id}>
            <Detail label="resources.contacts.fields.objectives">{one.objectives}</Detail>
            <Detail label="resources.contacts.fields.subCategories">{one.subCategories?.join(', ')}</Detail>
            <Detail label="resources.contacts.fields.travelExpenses">{one.travelExpenses}</Detail>
            {one.descriptionHtml && (
              <Fact label="resources.contacts.fields.descriptionHtml">
                <HtmlView html={one.descriptionHtml} />
              </Fact>
            )}
            <Detail label="resources.contacts.fields.misc1">{one.misc1}</Detail>
            <Detail label="resources.contacts.fields.misc2">{one.misc2}</Detail>
            <Detail label="resources.contacts.fields.internal">{one.comment}</Detail>
          </Facts>
        ))}
      </PagePart>
    )}
    {(record.locationData.length > 0 || record.locationLink || record.locationAdditionalField) && (
      <PagePart title="resources.contacts.fields.locationData">
        <Facts>
          <Detail label="resources.contacts.fields.locationLink">{record.locationLink}</Detail>
          <Detail label="resources.contacts.fields.locationAdditionalField">
            {record.locationAdditionalField}
          </Detail>
        </Facts>
        {record.locationData.map((one) => (
          <Facts key={one.id}>
            <Detail label="resources.contacts.fields.url">{one.url}</Detail>
            {one.descriptionHtml && (
              <Fact label="resources.contacts.fields.descriptionHtml">
                <HtmlView html={one.descriptionHtml} />
              </Fact>
            )}
            <Detail label="resources.contacts.fields.misc">{one.misc}</Detail>
            <Detail label="resources.contacts.fields.internal">{one.comment}</Detail>
          </Facts>
        ))}
      </PagePart>
    )}
  </>
)
