// A new contact, typed in while booking.
import { Box, Button, Stack, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useState } from 'react'

export interface NewPersonFields {
  firstName: string
  lastName: string
  email: string
  company: string
}

interface Props {
  /** What was looked for: the name, perhaps. */
  searchText: string
  company: string
  onAdd: (person: NewPersonFields) => void
  onCancel: () => void
}

const splitName = (searchText: string): Pick<NewPersonFields, 'firstName' | 'lastName'> => {
  const words = searchText.trim().split(/\s+/)
  return { lastName: words.at(-1) ?? '', firstName: words.slice(0, -1).join(' ') }
}

export function NewPerson({ searchText, company, onAdd, onCancel }: Props) {
  const translate = useTranslate()
  const [person, setPerson] = useState<NewPersonFields>({
    ...(searchText.includes('@')
      ? { firstName: '', lastName: '', email: searchText.trim() }
      : { ...splitName(searchText), email: '' }),
    company,
  })
  const [isSubmitted, setSubmitted] = useState(false)
  const fieldErrors = {
    lastName: person.lastName.trim() === '' ? translate('ra.validation.required') : '',
    email: /^[^\s@]+@[^\s@]+$/.test(person.email.trim()) ? '' : translate('ra.validation.email'),
  }

  const submitPerson = (): void => {
    setSubmitted(true)
    if (fieldErrors.lastName === '' && fieldErrors.email === '')
      onAdd({ ...person, email: person.email.trim() })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submitPerson()
  }
  const field = (name: keyof NewPersonFields, type = 'text', errorText = '') => (
    <TextField
      label={translate(`participations.person.${name}`)}
      type={type}
      value={person[name]}
      required={name === 'lastName' || name === 'email'}
      error={isSubmitted && errorText !== ''}
      helperText={isSubmitted && errorText}
      autoFocus={name === 'firstName'}
      onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
      onKeyDown={onKeyDown}
    />
  )

  return (
    <Box
      role="group"
      aria-label={translate('participations.person.add')}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 1.5 }}>
        {field('firstName')}
        {field('lastName', 'text', fieldErrors.lastName)}
        {field('email', 'email', fieldErrors.email)}
        {field('company')}
      </Box>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', mt: 0.5 }}>
        <Button onClick={onCancel}>{translate('ra.action.cancel')}</Button>
        <Button variant="outlined" onClick={submitPerson}>
          {translate('participations.person.take')}
        </Button>
      </Stack>
    </Box>
  )
}
