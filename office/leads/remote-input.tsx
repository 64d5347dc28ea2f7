// Choosing records among many by typing a part of their name: contacts, companies, leads.
import { Autocomplete, TextField } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FieldTitle, useInput, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { InputHelperText } from 'react-admin'
import { api } from '../shell/api/api.ts'
import { useDebounced } from '../shell/form/use-debounced.ts'

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
  path: '/contacts' | '/companies' | '/leads'
  filter?: { contactType?: 'person'; clientId?: number }
  /** The names of what the record has. */
  knownChoices?: readonly Choice[]
  /** Several: the value is a list of ids. One: an id, 0 for none. */
  multiple?: boolean
  onChosen?: (choice: Choice | null) => void
}

const nameOf = ({ name, company }: Choice): string => (company ? `${name} (${company})` : name)

export function RemoteInput({
  source,
  label,
  helperText,
  path,
  filter = {},
  knownChoices = [],
  multiple = false,
  onChosen,
}: Props) {
  const translate = useTranslate()
  const { field, fieldState, id, isRequired } = useInput({
    source,
    parse: (value) => value,
    format: (value) => value,
  })
  const [inputText, setInputText] = useState('')
  const [open, setOpen] = useState(false)
  const [seenChoices, setSeenChoices] = useState<readonly Choice[]>([])
  const q = useDebounced(inputText.trim())
  const { data: results = [], isFetching } = useQuery({
    queryKey: ['choices', path, filter, q],
    queryFn: () => api('GET', path, { query: { ...filter, q, perPage: 20 } }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const choiceOf = (choiceId: number): Choice =>
    [...seenChoices, ...knownChoices].find((one) => one.id === choiceId) ?? {
      id: choiceId,
      name: `${choiceId}`,
    }
  const chosenJson = JSON.stringify(
    multiple ? ((field.value as number[] | undefined) ?? []).map(choiceOf) : [],
  )
  // Another list of the same choices would empty the field that somebody types in.
  const chosenChoices = useMemo<Choice[]>(() => JSON.parse(chosenJson), [chosenJson])
  const errorText = fieldState.error?.message
  const commonProps = {
    id,
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    options: results.map((result): Choice => {
      const { id: resultId, name } = result
      const company = 'company' in result ? result.company : ''
      return company !== '' && company !== name ? { id: resultId, name, company } : { id: resultId, name }
    }),
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
    onInputChange: (_event: unknown, text: string) => setInputText(text),
    onBlur: field.onBlur,
    renderInput: (params: object) => (
      <TextField
        {...params}
        inputRef={field.ref}
        label={<FieldTitle {...(label ? { label } : {})} source={source} isRequired={isRequired} />}
        error={fieldState.invalid}
        helperText={
          helperText || errorText ? <InputHelperText error={errorText} helperText={helperText} /> : undefined
        }
      />
    ),
  }
  if (multiple)
    return (
      <Autocomplete
        {...commonProps}
        multiple
        value={chosenChoices}
        onChange={(_event, chosen: Choice[]) => {
          setSeenChoices([...seenChoices, ...chosen])
          field.onChange(chosen.map((one) => one.id))
        }}
      />
    )
  return (
    <Autocomplete
      {...commonProps}
      value={field.value ? choiceOf(field.value as number) : null}
      onChange={(_event, chosen: Choice | null) => {
        if (chosen) setSeenChoices([...seenChoices, chosen])
        field.onChange(chosen?.id ?? 0)
        onChosen?.(chosen)
      }}
    />
  )
}
