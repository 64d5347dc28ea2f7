// The pages on which a contact or a company is created and changed. Both show a link to an existing record with the same identity.
import type { ReactNode } from 'react'
import { RecordForm } from '../shell/form/record-form.tsx'
import { CreatePage, EditPage } from '../shell/page/edit-page.tsx'
import { useNotifyExisting } from './existing-record-notice.tsx'

export function RecordCreatePage({
  children,
  defaultValues = {},
}: {
  children: ReactNode
  defaultValues?: object
}) {
  const onError = useNotifyExisting()
  return (
    <CreatePage redirect="show" mutationOptions={{ onError }}>
      <RecordForm defaultValues={defaultValues}>{children}</RecordForm>
    </CreatePage>
  )
}

export function RecordEditPage({ children }: { children: ReactNode }) {
  const onError = useNotifyExisting()
  return (
    <EditPage redirect="show" mutationOptions={{ onError }}>
      <RecordForm>{children}</RecordForm>
    </EditPage>
  )
}
