// The form of a new to-do.
import { RecordForm } from '../shell/form/record-form.tsx'
import { CreatePage } from '../shell/page/edit-page.tsx'
import { TaskFields } from './task-fields.tsx'

export const TaskCreate = () => (
  <CreatePage sx={{ maxWidth: 720 }}>
    <RecordForm>
      <TaskFields />
    </RecordForm>
  </CreatePage>
)
