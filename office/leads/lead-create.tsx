import { RecordForm } from '../shell/form/record-form.tsx'
import { CreatePage } from '../shell/page/edit-page.tsx'
import { LeadFields } from './lead-form.tsx'

export const LeadCreate = () => (
  <CreatePage sx={{ maxWidth: 860 }}>
    <RecordForm>
      <LeadFields />
    </RecordForm>
  </CreatePage>
)
