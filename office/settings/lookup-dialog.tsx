import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { BooleanInput, Form, required, SaveButton, SelectInput, TextInput } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'

export const lookupsKey = ['lookups']

export type Lookup = Answer<'GET', '/lookups'>
export type LookupValue = Lookup['values'][number]

interface Props {
  list: Lookup
  /** undefined: a new value. */
  value: LookupValue | undefined
  onClose: () => void
}

export function LookupDialog({ list, value, onClose }: Props) {
  const translate = useTranslate()
  const id = useId()
  const isBuiltIn = value?.isBuiltIn ?? false

  const { submit } = useAction(
    (values: Partial<LookupValue>) => {
      const body = {
        name: values.name ?? '',
        ...(list.isBilingual && values.nameEn ? { nameEn: values.nameEn } : {}),
        ...(isBuiltIn || list.meanings.length === 0 ? {} : { meaning: values.meaning ?? {} }),
      }
      return value
        ? api('PATCH', '/lookups/{list}/{key}', { params: { list: list.id, key: value.key }, body })
        : api('POST', '/lookups/{list}', { params: { list: list.id }, body })
    },
    { refresh: [lookupsKey], onSuccess: onClose },
  )

  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={id} onClose={onClose}>
      <Form onSubmit={submit} {...(value ? { record: { id: value.key, ...value } } : {})}>
        <DialogTitle id={id}>{translate(value ? 'lookups.editTitle' : 'lookups.addTitle')}</DialogTitle>
        <DialogContent>
          <TextInput source="name" label="lookups.fields.name" validate={required()} autoFocus />
          {list.isBilingual && <TextInput source="nameEn" label="lookups.fields.nameEn" />}
          {isBuiltIn && list.meanings.length > 0 && (
            <Alert severity="info">{translate('lookups.fixed')}</Alert>
          )}
          {list.meanings.map(({ name, options }) =>
            options.length > 0 ? (
              <SelectInput
                key={name}
                source={`meaning.${name}`}
                label={`lookups.fields.${name}`}
                choices={options.map((id) => ({ id, name: `lookups.fields.${name}_${id}` }))}
                disabled={isBuiltIn}
                validate={required()}
              />
            ) : (
              <BooleanInput
                key={name}
                source={`meaning.${name}`}
                label={`lookups.fields.${name}`}
                disabled={isBuiltIn}
              />
            ),
          )}
          <ClearUnregisteredErrors />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SaveButton alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
