// Choosing records among many by typing a part of their name: contacts, companies, leads.
import { Autocomplete, TextField } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FieldTitle, useInput, useTranslate } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { InputHelperText } from 'react-admin'
import { api } from '../shell/api/api.ts'
import { queryOf } from '../shell/api/list-query.ts'

export interface Choice {
  id: number
  name: string
  /** Told beside the name where two have the same. */
  company?: string
}

interface Props {
  source: string
  label?: string
  helperText?: string
  /** Where they are looked for: `/contacts`, with `q`. */
  path: string
  filter?: Record<string, unknown>
  /** The names of what the record has. */
  known?: readonly Choice[]
  /** Several: the value is a list of ids. One: an id, 0 for none. */
  multiple?: boolean
  onChosen?: (choice: Choice | null) => void
}

/** A text as it is once nobody types for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const nameOf = ({ name, company }: Choice): string => (company ? `${name} (${company})` : name)

export function RemoteInput({
  source,
  label,
  helperText,
  path,
  filter = {},
  known = [],
  multiple = false,
  onChosen,
}: Props) {
  const translate = useTranslate()
  const { field, fieldState, id, isRequired } = useInput({
    source,
    parse: (value) => value,
    format: (value) => value,
  })
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [met, setMet] = useState<readonly Choice[]>([])
  const q = useSettled(typed.trim())
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['choices', path, filter, q],
    queryFn: () =>
      api<Choice & Record<string, unknown>>('GET', `${path}${queryOf({ ...filter, q, perPage: 20 })}`),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const named = (wanted: number): Choice =>
    [...met, ...known].find((one) => one.id === wanted) ?? { id: wanted, name: `${wanted}` }
  const written = JSON.stringify(multiple ? ((field.value as number[] | undefined) ?? []).map(named) : [])
  // Another list of the same choices would empty the field that somebody types in.
  const chosenMany = useMemo<Choice[]>(() => JSON.parse(written), [written])
  const fault = fieldState.error?.message
  const shared = {
    id,
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    options: found.map(
      ({ id: foundId, name, company }): Choice =>
        typeof company === 'string' && company !== name
          ? { id: foundId, name, company }
          : { id: foundId, name },
    ),
    filterOptions: (options: Choice[]) => options,
    getOptionLabel: nameOf,
    getOptionKey: (option: Choice) => option.id,
    isOptionEqualToValue: (a: Choice, b: Choice) => a.id === b.id,
    loading: isFetching,
    loadingText: translate('leads.search.loading'),
    noOptionsText: translate('leads.search.none'),
    openText: translate('leads.search.open'),
    closeText: translate('leads.search.close'),
    clearText: translate('ra.action.clear_input_value'),
    onInputChange: (_event: unknown, text: string) => setTyped(text),
    onBlur: field.onBlur,
    renderInput: (params: object) => (
      <TextField
        {...params}
        inputRef={field.ref}
        label={<FieldTitle {...(label ? { label } : {})} source={source} isRequired={isRequired} />}
        error={fieldState.invalid}
        helperText={
          helperText || fault ? <InputHelperText error={fault} helperText={helperText} /> : undefined
        }
      />
    ),
  }
  if (multiple)
    return (
      <Autocomplete
        {...shared}
        multiple
        value={chosenMany}
        onChange={(_event, chosen: Choice[]) => {
          setMet([...met, ...chosen])
          field.onChange(chosen.map((one) => one.id))
        }}
      />
    )
  return (
    <Autocomplete
      {...shared}
      value={field.value ? named(field.value as number) : null}
      onChange={(_event, chosen: Choice | null) => {
        if (chosen) setMet([...met, chosen])
        field.onChange(chosen?.id ?? 0)
        onChosen?.(chosen)
      }}
    />
  )
}
