// Vouchers that visitors use when they book.

import { useRecordContext, useTranslate } from 'ra-core'
import {
  BooleanField,
  BooleanInput,
  FormDataConsumer,
  NumberInput,
  regex,
  required,
  SelectInput,
  TextInput,
} from 'react-admin'
import { voucherKindNames, voucherKinds } from '../../server/website/discounts/voucher-kinds.ts'
import { EventInput } from '../catalogue/dates/reference-inputs.tsx'
import type { RowOf } from '../shell/api/endpoints.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { MoneyInput } from '../shell/form/money-input.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { emptyToZero, zeroToEmpty } from '../shell/form/reference-inputs.tsx'
import { RecordHistory } from '../shell/history/record-history.tsx'
import { useFormat } from '../shell/language/format.ts'
import { DayField } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'

type Voucher = RowOf<'vouchers'>

const kinds = voucherKindNames.map((id) => ({ id, name: `website.voucher.kind.${id}` }))
const codeRules = [
  required(),
  regex(/^[A-Za-z0-9]([A-Za-z0-9 -]*[A-Za-z0-9])?$/, 'website.voucher.codeError'),
]

const Fields = () => (
  <>
    <TextInput source="code" validate={codeRules} helperText="website.voucher.codeHelp" />
    <TextInput source="name" validate={required()} />
    <SelectInput source="kind" choices={kinds} validate={required()} helperText="website.voucher.kindHelp" />
    <FormDataConsumer<Partial<Voucher>>>
      {({ formData }) =>
        formData.kind && voucherKinds[formData.kind].isMoney ? (
          <>
            <MoneyInput source="value" currency={formData.currency ?? ''} validate={required()} />
            <TextInput source="currency" validate={required()} sx={{ maxWidth: 160 }} />
          </>
        ) : (
          <MoneyInput source="value" currency="%" validate={required()} />
        )
      }
    </FormDataConsumer>
    <DateInput source="validFrom" />
    <DateInput source="validTo" />
    <NumberInput
      source="maxUses"
      min={1}
      step={1}
      format={zeroToEmpty}
      parse={emptyToZero}
      helperText="website.voucher.maxUsesHelp"
    />
    <BooleanInput source="oncePerPerson" helperText="website.voucher.oncePerPersonHelp" />
    <BooleanInput source="isCombinable" helperText="website.voucher.isCombinableHelp" />
    <EventInput source="eventId" />
    <BooleanInput source="isActive" />
  </>
)

function ValueField(_: { label?: string }) {
  const format = useFormat()
  const voucher = useRecordContext<Voucher>()
  if (!voucher) return null
  const { kind, value, currency } = voucher
  return voucherKinds[kind].isMoney ? format.money(value, currency) : `${format.number(value)} %`
}

function UsesField(_: { label?: string }) {
  const format = useFormat()
  const translate = useTranslate()
  const voucher = useRecordContext<Voucher>()
  if (!voucher) return null
  const { useCount, maxUses } = voucher
  const count = format.number(useCount)
  return maxUses === 0 ? count : translate('website.voucher.uses', { count, max: format.number(maxUses) })
}

function EventField(_: { label?: string }) {
  const translate = useTranslate()
  const voucher = useRecordContext<Voucher>()
  return voucher ? voucher.eventTitle || translate('website.voucher.allEvents') : null
}

const Column = columnOf<Voucher>()

export const VoucherList = () => (
  <ListPage sort={{ field: 'code', order: 'ASC' }} phoneColumns={['code', 'value', 'useCount']}>
    <Column source="code" />
    <Column source="name" />
    <Column source="value" disableSort>
      <ValueField />
    </Column>
    <Column source="validFrom" field={DayField} disableSort />
    <Column source="validTo" field={DayField} />
    <Column source="eventTitle" disableSort>
      <EventField />
    </Column>
    <Column source="useCount" disableSort>
      <UsesField />
    </Column>
    <Column source="isActive" field={BooleanField} disableSort />
  </ListPage>
)
export const VoucherCreate = () => (
  <CreatePage>
    <RecordForm defaultValues={{ kind: 'percent', currency: 'EUR', isActive: true }}>
      <Fields />
    </RecordForm>
  </CreatePage>
)
export const VoucherEdit = () => (
  <EditPage>
    <RecordForm>
      <Fields />
    </RecordForm>
    <RecordHistory subject="voucher" />
  </EditPage>
)
