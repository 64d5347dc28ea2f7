// Chooses persons to book: contacts found by name, company or e-mail, and new ones.
import PersonAddIcon from '@mui/icons-material/PersonAdd'
import { Autocomplete, Button, Chip, Stack, TextField, Typography } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { NewPerson, type NewPersonFields } from './new-person.tsx'

export type ContactChoice = Pick<
  RowOf<'contacts'>,
  'id' | 'title' | 'firstName' | 'lastName' | 'company' | 'email' | 'city'
>

/** A person to book: a contact (`id`), or the fields of a new one. */
export type PickedPerson =
  | { key: string; contact: ContactChoice }
  | { key: string; newPerson: NewPersonFields }

export const choiceLabel = ({ title, firstName, lastName }: ContactChoice): string =>
  [title, firstName, lastName].filter(Boolean).join(' ')

export const pickedLabel = (one: PickedPerson): string =>
  'contact' in one
    ? choiceLabel(one.contact)
    : [one.newPerson.firstName, one.newPerson.lastName].filter(Boolean).join(' ')

/** Contacts that match the text. */
export function useContactChoices(inputText: string) {
  const q = useDeferredValue(inputText.trim())
  const { data, isFetching } = useGetList<ContactChoice>(
    'contacts',
    { pagination: { page: 1, perPage: 12 }, filter: { q, contactType: 'person' } },
    { enabled: q.length >= 2, staleTime: 30_000 },
  )
  return { choices: q.length >= 2 ? (data ?? []) : [], isFetching }
}

interface Props {
  people: readonly PickedPerson[]
  onChange: (people: PickedPerson[]) => void
  /** Messages by field: `participants[0].email`. */
  fieldErrors: Readonly<Record<string, string>>
}

export function PersonPicker({ people, onChange, fieldErrors }: Props) {
  const translate = useTranslate()
  const mayAdd = useHasRight('090300:add')
  const [inputText, setInputText] = useState('')
  const { choices, isFetching } = useContactChoices(inputText)
  const [isAddingPerson, setAddingPerson] = useState(false)
  const pickedIds = new Set(people.flatMap((one) => ('contact' in one ? [one.contact.id] : [])))
  const company = people
    .map((one) => ('contact' in one ? one.contact.company : one.newPerson.company))
    .find(Boolean)

  return (
    <Stack spacing={1}>
      <Autocomplete
        options={choices.filter(({ id }) => !pickedIds.has(id))}
        value={null}
        inputValue={inputText}
        blurOnSelect={false}
        clearOnBlur={false}
        loading={isFetching}
        filterOptions={(all) => all}
        getOptionLabel={choiceLabel}
        getOptionKey={({ id }) => id}
        noOptionsText={translate(
          inputText.trim().length < 2 ? 'bookings.person.type' : 'bookings.person.none',
        )}
        loadingText={translate('bookings.person.searching')}
        onInputChange={(_event, text, reason) => {
          if (reason !== 'reset') setInputText(text)
        }}
        onChange={(_event, contact) => {
          if (!contact) return
          onChange([...people, { key: `c${contact.id}`, contact }])
          setInputText('')
        }}
        renderOption={({ key, ...props }, contact) => (
          <li key={key} {...props}>
            <div>
              <Typography component="span">{choiceLabel(contact)}</Typography>
              <Typography variant="body2" color="text.secondary">
                {[contact.company, contact.email, contact.city].filter(Boolean).join(' · ')}
              </Typography>
            </div>
          </li>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            label={translate('bookings.person.find')}
            helperText={translate('bookings.person.help')}
          />
        )}
      />
      {people.length > 0 && (
        <Stack
          component="ul"
          direction="row"
          spacing={1}
          useFlexGap
          sx={{ flexWrap: 'wrap', listStyle: 'none', p: 0, m: 0 }}
        >
          {people.map((one, index) => {
            const errorText = Object.entries(fieldErrors).find(([field]) =>
              field.startsWith(`participants[${index}]`),
            )?.[1]
            return (
              <li key={one.key}>
                <Chip
                  color={errorText ? 'error' : 'default'}
                  label={[
                    pickedLabel(one),
                    'newPerson' in one ? translate('bookings.person.isNew') : one.contact.company,
                    errorText,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  onDelete={() => onChange(people.filter((other) => other !== one))}
                />
              </li>
            )
          })}
        </Stack>
      )}
      {isAddingPerson ? (
        <NewPerson
          searchText={inputText}
          company={company ?? ''}
          onCancel={() => setAddingPerson(false)}
          onAdd={(newPerson) => {
            onChange([...people, { key: `n${Date.now()}`, newPerson }])
            setAddingPerson(false)
            setInputText('')
          }}
        />
      ) : (
        mayAdd && (
          <div>
            <Button startIcon={<PersonAddIcon />} onClick={() => setAddingPerson(true)}>
              {translate('bookings.person.add')}
            </Button>
          </div>
        )
      )}
    </Stack>
  )
}
