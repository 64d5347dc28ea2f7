// The form of a new to-do.
import { CreatePage } from '../shell/form/edit-page.tsx'
import { RecordForm } from '../shell/form/record-form.tsx'
import { TaskFields } from './task-fields.tsx'

export const TaskCreate = () => (
  <CreatePage sx={{ maxWidth: 720 }}>
    <RecordForm>
      <TaskFields />
    </RecordForm>
  </CreatePage>
)
