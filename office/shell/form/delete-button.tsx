// Deletes the record of the page, after asking, and opens the list.
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import {
  useCanAccess,
  useDataProvider,
  useGetRecordRepresentation,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'ra-core'
import { useFormContext } from 'react-hook-form'
import { ConfirmButton } from './confirm-button.tsx'

/** @param resource of the list; left out: that of the page */
export function DeleteButton({ resource: named }: { resource?: string }) {
  const record = useRecordContext()
  const pageResource = useResourceContext()
  const resource = named ?? pageResource ?? ''
  const translate = useTranslate()
  const redirect = useRedirect()
  const dataProvider = useDataProvider()
  const nameOf = useGetRecordRepresentation(resource)
  const form: ReturnType<typeof useFormContext> | null = useFormContext()
  const { canAccess } = useCanAccess({ action: 'delete', resource, record })
  if (!record || !canAccess) return null
  return (
    <ConfirmButton
      label="ra.action.delete"
      title={translate('ra.message.delete_title', { recordRepresentation: String(nameOf(record)) })}
      text="ra.message.delete_content"
      icon={<DeleteIcon />}
      color="error"
      onConfirm={() => dataProvider.delete(resource, { id: record.id, previousData: record })}
      success={() => ['ra.notification.deleted', { smart_count: 1 }]}
      refresh={[[resource]]}
      onSuccess={() => {
        // Nothing typed is worth a question any more.
        form?.reset(undefined, { keepValues: true })
        redirect('list', resource)
      }}
    />
  )
}
