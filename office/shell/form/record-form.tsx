// Forms of a record: warn about unsaved changes, and show errors of fields that they do not have.
import { Box } from '@mui/material'
import { useEffect } from 'react'
import {
  SaveButton,
  SimpleForm,
  type SimpleFormProps,
  Toolbar,
  type ToolbarProps,
  useNotify,
} from 'react-admin'
import { type FieldErrors, useFormContext, useFormState } from 'react-hook-form'
import { DeleteButton } from './delete-button.tsx'
import { FocusAfterSaving } from './focus-after-saving.tsx'
import { KeepInput } from './keep-input.tsx'

/** Names and messages of errors without a field in the form: they have no `ref`. */
function unregisteredErrors(errors: FieldErrors, path = ''): [name: string, message: string][] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (typeof error !== 'object' || error === null || (path === '' && name === 'root')) return []
    const at = `${path}${name}`
    if (typeof error.type === 'string')
      return error.type === 'server' && !('ref' in error && error.ref) ? [[at, String(error.message)]] : []
    return unregisteredErrors(error as FieldErrors, `${at}.`)
  })
}

/** Shows and clears errors of fields that the form does not have, because they would block saving. */
export function ClearUnregisteredErrors() {
  const { clearErrors } = useFormContext()
  const { errors } = useFormState()
  const notify = useNotify()
  useEffect(() => {
    const unregistered = unregisteredErrors(errors)
    if (unregistered.length === 0) return
    // The error of a whole record has all messages, and react-admin shows it.
    if (!errors.root) notify(unregistered.map(([, message]) => message).join(' · '), { type: 'error' })
    clearErrors(unregistered.map(([name]) => name))
  })
  return null
}

const saveAndDelete = (
  <Box sx={{ display: 'flex', flex: 1, justifyContent: 'space-between' }}>
    <SaveButton />
    <DeleteButton />
  </Box>
)

/** Save and delete. Forms with a toolbar of their own need `ClearUnregisteredErrors`. */
export const RecordToolbar = ({ children, ...props }: ToolbarProps) => (
  <>
    <ClearUnregisteredErrors />
    <Toolbar {...props}>{children ?? saveAndDelete}</Toolbar>
  </>
)

const toolbar = <RecordToolbar />

/** For records that cannot be deleted. */
export const saveOnly = (
  <RecordToolbar>
    <SaveButton />
  </RecordToolbar>
)

/** A form without a toolbar has nothing to keep. */
const withKeptInput = (own: SimpleFormProps['toolbar'] = toolbar): SimpleFormProps['toolbar'] =>
  own && (
    <>
      <KeepInput />
      <FocusAfterSaving />
      {own}
    </>
  )

/** A form of one column. */
export const RecordForm = ({ toolbar: own, ...props }: SimpleFormProps) => (
  <SimpleForm warnWhenUnsavedChanges toolbar={withKeptInput(own)} {...props} />
)
