// Forms of a record: warn about unsaved changes, and show errors of fields that they do not have.
import { useEffect } from 'react'
import {
  SaveButton,
  SimpleForm,
  type SimpleFormProps,
  TabbedForm,
  type TabbedFormProps,
  Toolbar,
  type ToolbarProps,
} from 'react-admin'
import { type FieldErrors, useFormContext, useFormState } from 'react-hook-form'

/** The names of errors without a field in the form: they have no `ref`. */
function unregisteredErrorNames(errors: FieldErrors, path = ''): string[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (typeof error !== 'object' || error === null || (path === '' && name === 'root')) return []
    const at = `${path}${name}`
    if (typeof error.type === 'string')
      return error.type === 'server' && !('ref' in error && error.ref) ? [at] : []
    return unregisteredErrorNames(error as FieldErrors, `${at}.`)
  })
}

/** Shows and clears errors of fields that the form does not have, because they would block saving. */
export function ClearUnregisteredErrors() {
  const { clearErrors } = useFormContext()
  const { errors } = useFormState()
  useEffect(() => {
    const names = unregisteredErrorNames(errors)
    if (names.length > 0) clearErrors(names)
  })
  return null
}

/** Save and delete. Forms with a toolbar of their own need `ClearUnregisteredErrors`. */
export const RecordToolbar = (props: ToolbarProps) => (
  <>
    <ClearUnregisteredErrors />
    <Toolbar {...props} />
  </>
)

const toolbar = <RecordToolbar />

/** For records that cannot be deleted. */
export const saveOnly = (
  <RecordToolbar>
    <SaveButton />
  </RecordToolbar>
)

/** A form of one column. */
export const RecordForm = (props: SimpleFormProps) => (
  <SimpleForm warnWhenUnsavedChanges toolbar={toolbar} {...props} />
)

/** A form in tabs: `<TabbedRecordForm.Tab label="…">`. */
export const TabbedRecordForm = Object.assign(
  (props: TabbedFormProps) => <TabbedForm warnWhenUnsavedChanges toolbar={toolbar} {...props} />,
  { Tab: TabbedForm.Tab },
)
