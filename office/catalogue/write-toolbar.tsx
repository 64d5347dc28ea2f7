// Save and delete, for those who may change the catalogue; the others read.
import { RecordToolbar } from '../shell/record-form.tsx'
import { useMay } from '../shell/session.ts'

export const WriteToolbar = () => (useMay('100100') ? <RecordToolbar /> : null)
