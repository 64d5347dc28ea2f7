// The fields of a new contact, created by the booking.
import { Box, Button, Stack, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { KeyboardEvent } from 'react'
import { Controller, useForm } from 'react-hook-form'

export interface NewPersonFields {
  firstName: string
  lastName: string
  email: string
  company: string
}

interface Props {
  /** The text of the search; the name or e-mail address is taken from it. */
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
  const { control, handleSubmit } = useForm<NewPersonFields>({
    defaultValues: {
      ...(searchText.includes('@')
        ? { firstName: '', lastName: '', email: searchText.trim() }
        : { ...splitName(searchText), email: '' }),
      company,
    },
  })
  const submit = handleSubmit((person) => onAdd({ ...person, email: person.email.trim() }))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void submit()
  }
  const rules = {
    lastName: (name: string) => name.trim() !== '' || translate('ra.validation.required'),
    email: (email: string) => /^[^\s@]+@[^\s@]+$/.test(email.trim()) || translate('ra.validation.email'),
  }
  const renderField = (name: keyof NewPersonFields, validate?: (value: string) => true | string) => (
    <Controller
      control={control}
      name={name}
      {...(validate ? { rules: { validate } } : {})}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={translate(`bookings.person.${name}`)}
          type={name === 'email' ? 'email' : 'text'}
          required={validate !== undefined}
          error={error !== undefined}
          helperText={error?.message}
          autoFocus={name === 'firstName'}
          onKeyDown={onKeyDown}
        />
      )}
    />
  )

  return (
    <Box
      role="group"
      aria-label={translate('bookings.person.add')}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 1.5 }}>
        {renderField('firstName')}
        {renderField('lastName', rules.lastName)}
        {renderField('email', rules.email)}
        {renderField('company')}
      </Box>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', mt: 0.5 }}>
        <Button onClick={onCancel}>{translate('ra.action.cancel')}</Button>
        <Button variant="outlined" onClick={submit}>
          {translate('bookings.person.confirm')}
        </Button>
      </Stack>
    </Box>
  )
}
