// The page that creates a record whose secret is shown once.
import { type ReactNode, useState } from 'react'
import type { CreateProps } from 'react-admin'
import { RecordForm } from '../shell/form/record-form.tsx'
import { CreatePage } from '../shell/page/edit-page.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface Props<R> extends Pick<CreateProps, 'transform'> {
  title: string
  text: string
  label: string
  /** '': nothing is shown. */
  secretOf: (record: R) => string
  /** Called when the secret has been shown. */
  onCreated: (record: R) => void
  defaultValues?: object
  children: ReactNode
}

export function SecretCreate<R>({
  secretOf,
  onCreated,
  transform,
  defaultValues,
  children,
  ...dialog
}: Props<R>) {
  const [created, setCreated] = useState<R>()
  const showSecret = (record: R) => (secretOf(record) === '' ? onCreated(record) : setCreated(record))
  return (
    <>
      <CreatePage redirect={false} transform={transform} mutationOptions={{ onSuccess: showSecret }}>
        <RecordForm warnWhenUnsavedChanges={created === undefined} defaultValues={defaultValues}>
          {children}
        </RecordForm>
      </CreatePage>
      {created !== undefined && (
        <SecretDialog {...dialog} secret={secretOf(created)} onClose={() => onCreated(created)} />
      )}
    </>
  )
}
