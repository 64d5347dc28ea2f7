// Inputs for categories: the tree as an indented list that can be searched.
import { Autocomplete, Box, Chip, TextField } from '@mui/material'
import { FieldTitle, useInput, useLocale, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { type FilterProps, NamedValue, useChipValue } from '../../shell/list/filters/filter-inputs.tsx'
import {
  buildCategoryTree,
  type CategoryChoice,
  categoryChoices,
  useCatalogues,
  useCategories,
} from './categories.ts'

interface Props {
  source: string
  label?: string
  /** Ids that are not offered. */
  excludedIds?: readonly number[]
  helperText?: string
}

function useCategoryChoices(excludedIds: readonly number[] = []) {
  const language = useLocale()
  const translate = useTranslate()
  const { data: categories } = useCategories()
  const { data: catalogues } = useCatalogues()
  return useMemo(() => {
    const names = new Map((catalogues ?? []).map(({ id, name }) => [id, name]))
    const nodes = buildCategoryTree(categories ?? [], language)
    const catalogueName = (one: CategoryChoice) =>
      names.get(one.catalogueId) ?? translate('catalogue.noCatalogue')
    const excluded = new Set(excludedIds)
    const choices = categoryChoices(nodes).filter(({ id }) => !excluded.has(id))
    // By catalogue, in the order of the tree.
    return [...Map.groupBy(choices, catalogueName)]
      .toSorted(([a], [b]) => a.localeCompare(b, language))
      .flatMap(([catalogue, list]) => list.map((one) => ({ ...one, catalogue })))
  }, [categories, catalogues, language, translate, excludedIds])
}

type GroupedChoice = ReturnType<typeof useCategoryChoices>[number]

const commonProps = {
  getOptionKey: (one: GroupedChoice) => one.id,
  getOptionLabel: (one: GroupedChoice) => one.path,
  groupBy: (one: GroupedChoice) => one.catalogue,
  isOptionEqualToValue: (one: GroupedChoice, other: GroupedChoice) => one.id === other.id,
  renderOption: (
    { key, ...props }: React.HTMLAttributes<HTMLLIElement> & { key?: React.Key },
    one: GroupedChoice,
  ) => (
    <Box component="li" key={key} {...props} sx={{ '&&': { pl: 2 + one.depth * 2.5 } }}>
      {one.name}
    </Box>
  ),
}

/** Several categories; the value is an array of ids. */
export function CategoriesInput({ source, label, helperText }: Props) {
  const translate = useTranslate()
  const choices = useCategoryChoices()
  const { field, fieldState, id } = useInput({ source, defaultValue: [] })
  const byId = new Map(choices.map((one) => [one.id, one]))
  const ids: number[] = Array.isArray(field.value) ? field.value : []
  const unknownChoice = (one: number): GroupedChoice => ({
    id: one,
    path: `#${one}`,
    name: `#${one}`,
    depth: 0,
    catalogueId: 0,
    catalogue: '',
  })
  return (
    <Autocomplete
      {...commonProps}
      multiple
      fullWidth
      disableCloseOnSelect
      id={id}
      options={choices}
      value={ids.map((one) => byId.get(one) ?? unknownChoice(one))}
      onChange={(_, chosen) => field.onChange(chosen.map((one) => one.id).toSorted((a, b) => a - b))}
      onBlur={field.onBlur}
      renderValue={(chosen, getItemProps) =>
        chosen.map((one, index) => {
          const { key, ...props } = getItemProps({ index })
          return <Chip key={key} size="small" label={one.path} {...props} />
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={<FieldTitle label={label} source={source} />}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? (helperText && translate(helperText))}
        />
      )}
    />
  )
}

/** One category; the value is its id, 0 for none. */
export function CategoryInput({ source, label, excludedIds, helperText }: Props) {
  const translate = useTranslate()
  const choices = useCategoryChoices(excludedIds)
  const { field, fieldState, id } = useInput({ source })
  return (
    <Autocomplete
      {...commonProps}
      fullWidth
      id={id}
      options={choices}
      value={choices.find((one) => one.id === Number(field.value)) ?? null}
      onChange={(_, chosen) => field.onChange(chosen?.id ?? 0)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={<FieldTitle label={label} source={source} />}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? (helperText && translate(helperText))}
        />
      )}
    />
  )
}

/** A filter of a list by category. */
export function CategoryFilter(props: FilterProps) {
  const chip = useChipValue()
  const choices = useCategoryChoices()
  if (!chip) return <FilterInput {...props} choices={choices} />
  const path = choices.find(({ id }) => id === Number(chip.value))?.path
  return <NamedValue {...props} value={path ?? `#${chip.value}`} />
}

function FilterInput({ source, label, choices }: FilterProps & { choices: GroupedChoice[] }) {
  const { field, id } = useInput({ source })
  return (
    <Autocomplete
      {...commonProps}
      id={id}
      options={choices}
      value={choices.find((one) => one.id === Number(field.value)) ?? null}
      onChange={(_, chosen) => field.onChange(chosen?.id ?? '')}
      renderInput={(params) => <TextField {...params} label={<FieldTitle label={label} source={source} />} />}
    />
  )
}
