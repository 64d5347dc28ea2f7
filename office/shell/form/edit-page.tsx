// Pages that change a record: saved when the server says so, faults on their fields, conflicts asked by the data provider.
import { useTranslate } from 'ra-core'
import {
  Create,
  type CreateProps,
  Edit,
  type EditProps,
  ShowBase,
  type ShowBaseProps,
  useNotify,
} from 'react-admin'
import { ApiError } from '../api/api.ts'

/** Keeps a record apart from a list's row of it, which lacks parts: react-admin shows that one until the record is there. */
const meta = { whole: true }

/** For the query of a page of one record that is none of these. */
export const fullRecordQuery = { meta }

/** react-admin's Edit that waits for the server and stays on the page. */
export function EditPage({ mutationOptions, queryOptions, ...props }: EditProps) {
  const notify = useNotify()
  const translate = useTranslate()
  const notifyError = (error: unknown): void => {
    // Faults of fields are shown by the form.
    if (error instanceof ApiError && error.body.errors) return
    const message = error instanceof Error ? error.message : 'shell.error.server'
    const isDecision = error instanceof ApiError && error.isDecision
    notify(message, {
      type: isDecision ? 'info' : 'error',
      messageArgs: { _: translate(message, { _: message }) },
    })
  }
  return (
    <Edit
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{ ...queryOptions, meta }}
      mutationOptions={{ onError: notifyError, ...mutationOptions, meta }}
      {...props}
    />
  )
}

/** react-admin's Create that opens the new record. */
export const CreatePage = (props: CreateProps) => <Create redirect="edit" {...props} />

/** react-admin's ShowBase. */
export const ShowPage = (props: ShowBaseProps) => <ShowBase {...props} queryOptions={{ meta }} />
