// The pages of a catalogue and of a category.
import { InputAdornment } from '@mui/material'
import { useInput, useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { BooleanInput, NumberInput, ReferenceInput, required, SelectInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { CreatePage, EditPage } from '../../shell/form/edit-page.tsx'
import { Row } from '../../shell/form/form-section.tsx'
import { RecordForm } from '../../shell/form/record-form.tsx'
import { RecordHistory } from '../../shell/history/record-history.tsx'
import { HtmlInput } from '../html-input.tsx'
import { WriteToolbar } from '../write-toolbar.tsx'
import { type Branch, branchesOf, type Category, idsOf, useCategories } from './categories.ts'
import { CategoryInput } from './category-input.tsx'

function ColorInput({ source }: { source: string }) {
  const { field } = useInput({ source, defaultValue: '' })
  const value = String(field.value ?? '')
  return (
    <TextInput
      source={source}
      slotProps={{
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <input
                type="color"
                aria-hidden
                tabIndex={-1}
                value={/^#[\da-f]{6}$/i.test(value) ? value : '#888888'}
                onChange={({ target }) => field.onChange(target.value)}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

const find = (branches: readonly Branch[], id: number): Branch | undefined => {
  for (const branch of branches) {
    const found = branch.category.id === id ? branch : find(branch.below, id)
    if (found) return found
  }
  return undefined
}

/** Where it hangs: not below itself, and always in the catalogue of what is above it. */
function PlaceInputs() {
  const record = useRecordContext<Category>()
  const { data = [] } = useCategories()
  const { watch, setValue } = useFormContext()
  const parent = Number(watch('eventcat_parent') ?? 0)
  const above = data.find(({ id }) => id === parent)
  const catalog = Number(watch('catalog_id') ?? 0)
  const own = useMemo(() => {
    const branch = record && find(branchesOf(data, 'de'), record.id)
    return branch ? idsOf(branch) : []
  }, [data, record])
  if (above && above.catalog_id !== catalog)
    queueMicrotask(() => setValue('catalog_id', above.catalog_id, { shouldDirty: true }))
  return (
    <Row>
      <CategoryInput source="eventcat_parent" without={own} helperText="catalogue.tree.parentHint" />
      <ReferenceInput
        source="catalog_id"
        reference="catalogs"
        perPage={1000}
        sort={{ field: 'name', order: 'ASC' }}
      >
        <SelectInput
          optionText="name"
          disabled={above !== undefined}
          format={(value: number) => value || ''}
          parse={(value: unknown) => (value === '' ? 0 : value)}
        />
      </ReferenceInput>
    </Row>
  )
}

const Fields = () => (
  <>
    <TextInput source="eventcatname_name" validate={required()} />
    <PlaceInputs />
    <HtmlInput source="eventcat_desc" />
    <HtmlInput source="eventcat_footerdesc" />
    <Row>
      <ColorInput source="eventcat_color" />
      <TextInput source="font_icon" />
      <TextInput source="lang_id" />
    </Row>
    <Row>
      <TextInput source="diskitem_file" />
      <NumberInput source="diskitem_id" min={0} step={1} />
    </Row>
    <BooleanInput source="catalog_protected" />
  </>
)

export const CategoryEdit = () => (
  <EditPage redirect="list" actions={false}>
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
    <RecordHistory subject="category" />
  </EditPage>
)

export const CategoryCreate = () => (
  <CreatePage redirect="list">
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
  </CreatePage>
)

export const CatalogEdit = () => (
  <EditPage actions={false} redirect="/catalog-categories">
    <RecordForm toolbar={<WriteToolbar />}>
      <TextInput source="name" validate={required()} />
    </RecordForm>
    <RecordHistory subject="catalog" />
  </EditPage>
)

export const CatalogCreate = () => (
  <CreatePage redirect="/catalog-categories">
    <RecordForm toolbar={<WriteToolbar />}>
      <TextInput source="name" validate={required()} autoFocus />
    </RecordForm>
  </CreatePage>
)
