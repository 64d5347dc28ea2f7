// Adding or changing a value of a look-up list.
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { BooleanInput, Form, required, SaveButton, SelectInput, TextInput } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'

export interface LookupValue {
  key: string
  name: string
  nameEn: string
  given: boolean
  means: Record<string, boolean | string>
}

export interface Lookup {
  id: string
  bilingual: boolean
  meanings: { name: string; oneOf: string[] }[]
  values: LookupValue[]
}

interface Props {
  list: Lookup
  /** Left out: a new one. */
  value: LookupValue | undefined
  onClose: (saved: boolean) => void
}

export function LookupDialog({ list, value, onClose }: Props) {
  const translate = useTranslate()
  const runAction = useAction()
  const id = useId()
  const isBuiltIn = value?.given ?? false

  const save = async (values: Partial<LookupValue>) => {
    const body = {
      name: values.name,
      ...(list.bilingual && values.nameEn ? { nameEn: values.nameEn } : {}),
      ...(isBuiltIn || list.meanings.length === 0 ? {} : { means: values.means ?? {} }),
    }
    const path = `/lookups/${list.id}`
    const formErrors = value
      ? await runAction('PATCH', `${path}/${encodeURIComponent(value.key)}`, body)
      : await runAction('POST', path, body)
    if (formErrors) return formErrors
    onClose(true)
    return undefined
  }

  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={id} onClose={() => onClose(false)}>
      <Form onSubmit={save} {...(value ? { record: { id: value.key, ...value } } : {})}>
        <DialogTitle id={id}>{translate(value ? 'lookups.editTitle' : 'lookups.addTitle')}</DialogTitle>
        <DialogContent>
          <TextInput source="name" label="lookups.name" validate={required()} autoFocus />
          {list.bilingual && <TextInput source="nameEn" label="lookups.nameEn" />}
          {isBuiltIn && list.meanings.length > 0 && (
            <Alert severity="info">{translate('lookups.fixed')}</Alert>
          )}
          {list.meanings.map(({ name, oneOf }) =>
            oneOf.length > 0 ? (
              <SelectInput
                key={name}
                source={`means.${name}`}
                label={`lookups.means.${name}`}
                choices={oneOf.map((one) => ({ id: one, name: `lookups.means.${name}_${one}` }))}
                disabled={isBuiltIn}
                validate={required()}
              />
            ) : (
              <BooleanInput
                key={name}
                source={`means.${name}`}
                label={`lookups.means.${name}`}
                disabled={isBuiltIn}
              />
            ),
          )}
          <ClearUnregisteredErrors />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onClose(false)}>{translate('ra.action.cancel')}</Button>
          <SaveButton alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
