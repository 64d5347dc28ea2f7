// The pages of a catalogue and of a category.
import { InputAdornment } from '@mui/material'
import { useInput, useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { BooleanInput, NumberInput, ReferenceInput, required, SelectInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { RulesLink } from '../../messages/rules-link.tsx'
import { FieldRow } from '../../shell/form/form-section.tsx'
import { RecordForm } from '../../shell/form/record-form.tsx'
import { RecordHistory } from '../../shell/history/record-history.tsx'
import { CreatePage, EditPage } from '../../shell/page/edit-page.tsx'
import { HtmlInput } from '../html-input.tsx'
import { WriteToolbar } from '../write-toolbar.tsx'
import {
  buildCategoryTree,
  type Category,
  type CategoryNode,
  subtreeIds,
  useCategories,
} from './categories.ts'
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

const findNode = (nodes: readonly CategoryNode[], id: number): CategoryNode | undefined => {
  for (const node of nodes) {
    const found = node.category.id === id ? node : findNode(node.children, id)
    if (found) return found
  }
  return undefined
}

/** The parent, which must not be in the subtree of the category, and the catalogue, which is that of the parent. */
function ParentInputs() {
  const record = useRecordContext<Category>()
  const { data = [] } = useCategories()
  const { watch, setValue } = useFormContext()
  const parent = Number(watch('parentId') ?? 0)
  const parentCategory = data.find(({ id }) => id === parent)
  const catalogueId = Number(watch('catalogueId') ?? 0)
  const subtree = useMemo(() => {
    const node = record && findNode(buildCategoryTree(data, 'de'), record.id)
    return node ? subtreeIds(node) : []
  }, [data, record])
  if (parentCategory && parentCategory.catalogueId !== catalogueId)
    queueMicrotask(() => setValue('catalogueId', parentCategory.catalogueId, { shouldDirty: true }))
  return (
    <FieldRow>
      <CategoryInput source="parentId" excludedIds={subtree} helperText="catalogue.tree.parentHint" />
      <ReferenceInput
        source="catalogueId"
        reference="catalogues"
        perPage={1000}
        sort={{ field: 'name', order: 'ASC' }}
      >
        <SelectInput
          optionText="name"
          disabled={parentCategory !== undefined}
          format={(value: number) => value || ''}
          parse={(value: unknown) => (value === '' ? 0 : value)}
        />
      </ReferenceInput>
    </FieldRow>
  )
}

const Fields = () => (
  <>
    <TextInput source="name" validate={required()} />
    <ParentInputs />
    <HtmlInput source="description" />
    <HtmlInput source="footerDescription" />
    <FieldRow>
      <ColorInput source="color" />
      <TextInput source="fontIcon" />
      <TextInput source="language" />
    </FieldRow>
    <FieldRow>
      <TextInput source="imageFileName" />
      <NumberInput source="imageFileId" min={0} step={1} />
    </FieldRow>
    <BooleanInput source="isProtected" />
  </>
)

function CategoryRules() {
  const category = useRecordContext<Category>()
  return category ? <RulesLink of="categoryId" id={category.id} /> : null
}

export const CategoryEdit = () => (
  <EditPage redirect="list" actions={false}>
    <CategoryRules />
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
    <RecordHistory subject="catalogue_category" />
  </EditPage>
)

export const CategoryCreate = () => (
  <CreatePage redirect="list">
    <RecordForm toolbar={<WriteToolbar />}>
      <Fields />
    </RecordForm>
  </CreatePage>
)

export const CatalogueEdit = () => (
  <EditPage actions={false} redirect="/catalogue-categories">
    <RecordForm toolbar={<WriteToolbar />}>
      <TextInput source="name" validate={required()} />
    </RecordForm>
    <RecordHistory subject="catalogue" />
  </EditPage>
)

export const CatalogueCreate = () => (
  <CreatePage redirect="/catalogue-categories">
    <RecordForm toolbar={<WriteToolbar />}>
      <TextInput source="name" validate={required()} autoFocus />
    </RecordForm>
  </CreatePage>
)
