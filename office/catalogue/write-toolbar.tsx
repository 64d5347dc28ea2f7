// Save and delete, for those who may change the catalogue; the others read.

import { useHasRight } from '../shell/api/session.ts'
import { RecordToolbar } from '../shell/form/record-form.tsx'

export const WriteToolbar = () => (useHasRight('100100') ? <RecordToolbar /> : null)
