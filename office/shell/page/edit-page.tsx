// Pages that create, edit and show a record.
import type { QueryClient } from '@tanstack/react-query'
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
import { fetchOne } from '../api/data-provider.ts'
import { EditError, EditTitle, ShowError } from './message-page.tsx'

/** A query key apart from that of list rows, which lack fields: react-admin would show the row until the record is loaded. */
const meta = { whole: true }

/** How long a record that was read ahead of its page is new enough for it. */
const staleTime = 2000

/** The page of a record that cannot be read stays and says so, instead of react-admin's redirection to the list. */
const recordQuery = { meta, staleTime, onError: () => {} }

/** Reads a record ahead of its EditPage. */
export const readRecord = (client: QueryClient, resource: string, id: number): Promise<void> =>
  client.prefetchQuery({
    // As react-admin's useGetOne.
    queryKey: [resource, 'getOne', { id: String(id), meta }],
    queryFn: () => fetchOne(resource, id),
    staleTime,
  })

/** For pages that query one record themselves. */
export const fullRecordQuery = { meta }

/** react-admin's Edit; waits for the server and stays on the page. */
export function EditPage({ mutationOptions, queryOptions, title, ...props }: EditProps) {
  const notify = useNotify()
  const translate = useTranslate()
  const notifyError = (error: unknown): void => {
    // The form shows errors of fields.
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
      error={<EditError />}
      queryOptions={{ ...queryOptions, ...recordQuery }}
      mutationOptions={{ onError: notifyError, ...mutationOptions, meta }}
      {...(title === undefined ? {} : { title: <EditTitle>{title}</EditTitle> })}
      {...props}
    />
  )
}

/** react-admin's Create; opens the new record. */
export const CreatePage = (props: CreateProps) => <Create redirect="edit" {...props} />

/** The properties of react-admin's Show and ShowBase for the same. */
export const showProps = { error: <ShowError />, queryOptions: recordQuery }

/** react-admin's ShowBase. */
export const ShowPage = (props: ShowBaseProps) => <ShowBase {...props} {...showProps} />
