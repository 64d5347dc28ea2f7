// The page of a record that has a page of its own beside its form.
import { type RaRecord, useRecordContext } from 'ra-core'
import type { ReactNode } from 'react'
import type { EditProps } from 'react-admin'
import { EditPage } from './edit-page.tsx'
import { FormCard, RecordRoutes } from './record-routes.tsx'

interface Views<R extends RaRecord> {
  /** The head of the form. */
  heading: (record: R) => ReactNode
  form: ReactNode
  page: (record: R) => ReactNode
}

function Content<R extends RaRecord>({ heading, form, page }: Views<R>) {
  const record = useRecordContext<R>()
  if (!record) return null
  return <RecordRoutes form={<FormCard head={heading(record)}>{form}</FormCard>}>{page(record)}</RecordRoutes>
}

/** The page of a record at `/events/1`, and its form at `/events/1/edit`. */
export const RecordPage = <R extends RaRecord>({
  heading,
  form,
  page,
  ...props
}: Views<R> & Pick<EditProps, 'title' | 'transform'>) => (
  <EditPage actions={false} component="div" {...props}>
    <Content heading={heading} form={form} page={page} />
  </EditPage>
)
