// Whom to book: contacts found by name, company or e-mail, and new ones typed in.
import PersonAddIcon from '@mui/icons-material/PersonAdd'
import { Autocomplete, Button, Chip, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { api } from '../shell/api/api.ts'
import { queryOf } from '../shell/api/list-query.ts'
import { useMay } from '../shell/api/session.ts'
import { NewPerson, type NewPersonFields } from './new-person.tsx'

export interface ContactChoice {
  id: number
  title: string
  firstName: string
  lastName: string
  company: string
  email: string
  city: string
}

/** A person to book: a contact (`id`), or the fields of a new one. */
export type Picked = { key: string; contact: ContactChoice } | { key: string; fresh: NewPersonFields }

export const choiceLabel = ({ title, firstName, lastName }: ContactChoice): string =>
  [title, firstName, lastName].filter(Boolean).join(' ')

export const pickedLabel = (one: Picked): string =>
  'contact' in one
    ? choiceLabel(one.contact)
    : [one.fresh.firstName, one.fresh.lastName].filter(Boolean).join(' ')

/** Contacts that fit what is typed. */
export function useContactChoices(typed: string) {
  const q = useDeferredValue(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['bookings', 'contacts', q],
    queryFn: () => api<ContactChoice>('GET', `/contacts${queryOf({ q, type: 'person', perPage: 12 })}`),
    enabled: q.length >= 2,
    staleTime: 30_000,
  })
  return { choices: q.length >= 2 ? (data ?? []) : [], isFetching }
}

interface Props {
  people: readonly Picked[]
  onChange: (people: Picked[]) => void
  /** Faults by `people[0].email`. */
  faults: Readonly<Record<string, string>>
}

export function PersonPicker({ people, onChange, faults }: Props) {
  const translate = useTranslate()
  const mayAdd = useMay('090300:add')
  const [typed, setTyped] = useState('')
  const { choices, isFetching } = useContactChoices(typed)
  const [asksNew, setAsksNew] = useState(false)
  const known = new Set(people.flatMap((one) => ('contact' in one ? [one.contact.id] : [])))
  const company = people
    .map((one) => ('contact' in one ? one.contact.company : one.fresh.company))
    .find(Boolean)

  return (
    <Stack spacing={1}>
      <Autocomplete
        options={choices.filter(({ id }) => !known.has(id))}
        value={null}
        inputValue={typed}
        blurOnSelect={false}
        clearOnBlur={false}
        loading={isFetching}
        filterOptions={(all) => all}
        getOptionLabel={choiceLabel}
        getOptionKey={({ id }) => id}
        noOptionsText={translate(
          typed.trim().length < 2 ? 'participations.person.type' : 'participations.person.none',
        )}
        loadingText={translate('participations.person.searching')}
        onInputChange={(_event, text, reason) => {
          if (reason !== 'reset') setTyped(text)
        }}
        onChange={(_event, contact) => {
          if (!contact) return
          onChange([...people, { key: `c${contact.id}`, contact }])
          setTyped('')
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
            label={translate('participations.person.find')}
            helperText={translate('participations.person.help')}
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
            const fault = Object.entries(faults).find(([field]) => field.startsWith(`people[${index}]`))?.[1]
            return (
              <li key={one.key}>
                <Chip
                  color={fault ? 'error' : 'default'}
                  label={[
                    pickedLabel(one),
                    'fresh' in one ? translate('participations.person.isNew') : one.contact.company,
                    fault,
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
      {asksNew ? (
        <NewPerson
          typed={typed}
          company={company ?? ''}
          onCancel={() => setAsksNew(false)}
          onAdd={(fresh) => {
            onChange([...people, { key: `n${Date.now()}`, fresh }])
            setAsksNew(false)
            setTyped('')
          }}
        />
      ) : (
        mayAdd && (
          <div>
            <Button startIcon={<PersonAddIcon />} onClick={() => setAsksNew(true)}>
              {translate('participations.person.add')}
            </Button>
          </div>
        )
      )}
    </Stack>
  )
}
