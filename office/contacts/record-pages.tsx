// The pages on which a contact or a company is made and changed; who is there already is told.
import type { ReactNode } from 'react'
import { CreatePage, EditPage } from '../shell/form/edit-page.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { useNotifyExisting } from './existing-record-notice.tsx'

export function RecordCreatePage({
  children,
  fresh: defaultValues = {},
}: {
  children: ReactNode
  fresh?: object
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
