// Chooses persons to book: contacts found by name, company or e-mail, and new ones.
import PersonAddIcon from '@mui/icons-material/PersonAdd'
import { Button, Chip, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { type ContactChoice, ContactSearch, personName } from '../addresses/contact-search.tsx'
import { useHasRight } from '../shell/api/session.ts'
import { NewPerson, type NewPersonFields } from './new-person.tsx'

/** A person to book: a contact (`id`), or the fields of a new one. */
export type PickedPerson =
  | { key: string; contact: ContactChoice }
  | { key: string; newPerson: NewPersonFields }

export const pickedLabel = (one: PickedPerson): string =>
  'contact' in one
    ? personName(one.contact)
    : [one.newPerson.firstName, one.newPerson.lastName].filter(Boolean).join(' ')

/** A picked person as the server takes it. */
export const toParticipant = (person: PickedPerson) =>
  'contact' in person
    ? { contactId: person.contact.id }
    : Object.fromEntries(Object.entries(person.newPerson).filter(([, value]) => value !== ''))

interface Props {
  people: readonly PickedPerson[]
  onChange: (people: PickedPerson[]) => void
  /** Messages by field: `participants[0].email`. */
  fieldErrors: Readonly<Record<string, string>>
}

export function PersonPicker({ people, onChange, fieldErrors }: Props) {
  const translate = useTranslate()
  const mayAdd = useHasRight('090300:add')
  const [searchText, setSearchText] = useState('')
  const [isAddingPerson, setAddingPerson] = useState(false)
  const company = people
    .map((one) => ('contact' in one ? one.contact.company : one.newPerson.company))
    .find(Boolean)

  return (
    <Stack spacing={1}>
      <ContactSearch
        // Where a person is given, the date comes first.
        autoFocus={people.length === 0}
        label={translate('bookings.person.find')}
        helperText={translate('bookings.person.help')}
        text={searchText}
        onTextChange={setSearchText}
        excludedIds={people.flatMap((one) => ('contact' in one ? [one.contact.id] : []))}
        onChange={(contact) => contact && onChange([...people, { key: `c${contact.id}`, contact }])}
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
          searchText={searchText}
          company={company ?? ''}
          onCancel={() => setAddingPerson(false)}
          onAdd={(newPerson) => {
            onChange([...people, { key: `n${Date.now()}`, newPerson }])
            setAddingPerson(false)
            setSearchText('')
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
