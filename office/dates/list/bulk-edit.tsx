// Changes a field of several dates.
import { NumberInput, required } from 'react-admin'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { useMessageDialog } from '../../messages/message-dialog.tsx'
import { api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { BulkEdit } from '../../shell/list/bulk/bulk-edit.tsx'
import {
  Amounts,
  type BulkField,
  type BulkValue,
  ChoiceValue,
  NumberValue,
  namesOf,
  Plain,
  RecordsValue,
  toList,
  YesNo,
  YesNoValue,
} from '../../shell/list/bulk/bulk-field.tsx'

type Change = BodyOf<'POST', '/dates/bulk-change'>['change']

const label = (field: string) => `resources.dates.fields.${field}`

const lookupField = (id: 'status' | 'format'): BulkField<Change> => ({
  id,
  label: label(id),
  Input: () => <ChoiceValue choices={useLookups().choices(id)} />,
  toChange: ({ value }) => ({ [id]: String(value) }),
  Value: ({ value }: { value: BulkValue }) => <>{useLookups().nameOf(id, String(value))}</>,
})

const switchField = (
  id: 'isPublished' | 'isActive' | 'isBookable' | 'hasWaitingList',
): BulkField<Change> => ({
  id,
  label: label(id),
  Input: YesNoValue,
  toChange: ({ value }) => ({ [id]: value === true }),
  Value: YesNo,
})

const countField = (id: 'participantsMin' | 'participantsMax'): BulkField<Change> => ({
  id,
  label: label(id),
  Input: NumberValue,
  toChange: ({ value }) => ({ [id]: Number(value) }),
  Value: Plain,
})

const listField = (
  id: 'trainerIds' | 'locationIds' | 'catalogueIds',
  reference: string,
  { text = label(id), sortedBy = 'name' } = {},
): BulkField<Change> => ({
  id,
  label: text,
  Input: () => <RecordsValue reference={reference} sortedBy={sortedBy} />,
  toChange: (input) => ({ [id]: toList(input) }),
  Value: namesOf(reference),
})

const PercentValue = () => (
  <NumberInput source="value" label="dates.bulk.percent" min={-100} max={1000} validate={required()} />
)

const fields: readonly BulkField<Change>[] = [
  lookupField('status'),
  switchField('isPublished'),
  listField('trainerIds', 'trainers', { text: 'dates.section.trainers', sortedBy: 'lastName' }),
  listField('locationIds', 'locations'),
  countField('participantsMin'),
  countField('participantsMax'),
  {
    id: 'pricePercent',
    label: 'dates.section.prices',
    Input: PercentValue,
    toChange: ({ value }) => ({ pricePercent: Number(value) }),
    Value: Amounts,
  },
  lookupField('format'),
  listField('catalogueIds', 'catalogues'),
  switchField('isBookable'),
  switchField('hasWaitingList'),
  switchField('isActive'),
]

export function DateBulkEdit() {
  const mayPublish = useHasRight('catalogue:publish')
  const { ask, dialog } = useMessageDialog()
  return (
    <>
      <BulkEdit
        fields={fields.filter(({ id }) => id !== 'isPublished' || mayPublish)}
        preview={(ids, change) => api('POST', '/dates/bulk-preview', { body: { ids, change } })}
        apply={async (records, change) => {
          const body = { records, change }
          const input = await ask('dates.bulk.change', () =>
            api('POST', '/dates/bulk-change/message-preview', { body }),
          )
          return api('POST', '/dates/bulk-change', { body: { ...body, ...input } })
        }}
      />
      {dialog}
    </>
  )
}
