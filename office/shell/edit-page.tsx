// Pages that change a record: saved when the server says so, faults on their fields, conflicts asked by the data provider.
import { useTranslate } from 'ra-core'
import { Create, type CreateProps, Edit, type EditProps, useNotify } from 'react-admin'
import { ApiError } from './api.ts'

/** react-admin's Edit that waits for the server and stays on the page. */
export function EditPage({ mutationOptions, ...props }: EditProps) {
  const notify = useNotify()
  const translate = useTranslate()
  const tell = (error: unknown): void => {
    // Faults of fields are shown by the form.
    if (error instanceof ApiError && error.body.errors) return
    const message = error instanceof Error ? error.message : 'shell.error.server'
    const decided = message.startsWith('shell.conflict.')
    notify(message, {
      type: decided ? 'info' : 'error',
      messageArgs: { _: translate(message, { _: message }) },
    })
  }
  return (
    <Edit
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onError: tell, ...mutationOptions }}
      {...props}
    />
  )
}

/** react-admin's Create that opens the new record. */
export const CreatePage = (props: CreateProps) => <Create redirect="edit" {...props} />
