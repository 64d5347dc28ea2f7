// Save and delete, for users with the right to change the catalogue.
import { useHasRight } from '../shell/api/session.ts'
import { RecordToolbar } from '../shell/form/record-form.tsx'

export const WriteToolbar = () => (useHasRight('catalogue:edit') ? <RecordToolbar /> : null)
