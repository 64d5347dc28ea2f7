// A new date: what it cannot do without; the rest follows on its page.
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../shell/api/session.ts'
import { CreatePage } from '../../shell/form/edit-page.tsx'
import { RecordForm } from '../../shell/form/record-form.tsx'
import { BookingPeriodFields, EventFields, PeriodFields, SeatFields } from './master-tab.tsx'

export function DateCreate() {
  const [query] = useSearchParams()
  const client = useSession()?.defaultClientId ?? 0
  const start = query.get('start') ?? ''
  const defaults = {
    event_id: Number(query.get('event')) || undefined,
    client_id: client,
    status: 'planned',
    format: 'onsite',
    start_date: start,
    end_date: start,
    is_bookable: true,
    is_active: true,
    is_published: false,
  }
  return (
    <CreatePage>
      <RecordForm defaultValues={defaults}>
        <EventFields />
        <PeriodFields />
        <SeatFields />
        <BookingPeriodFields />
      </RecordForm>
    </CreatePage>
  )
}
