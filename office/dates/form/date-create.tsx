// The form of a new date: the fields that most dates need; the rest is in the form of its page.
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../shell/api/session.ts'
import { RecordForm } from '../../shell/form/record-form.tsx'
import { stickyToolbar } from '../../shell/form/sectioned-form.tsx'
import { CreatePage } from '../../shell/page/edit-page.tsx'
import { TrainerFields } from './child-rows.tsx'
import { BookingPeriodFields, EventFields, PeriodFields, SeatFields } from './main-fields.tsx'
import { PriceFields } from './price-fields.tsx'

export function DateCreate() {
  const [query] = useSearchParams()
  const client = useSession()?.defaultClientId ?? 0
  const title = query.get('title')
  const start = query.get('start') ?? ''
  const defaults = {
    eventId: Number(query.get('event')) || undefined,
    ...(title ? { title } : {}),
    clientId: Number(query.get('client')) || client,
    status: 'planned',
    format: 'onsite',
    startDate: start,
    endDate: start,
    isBookable: true,
    isActive: true,
    isPublished: false,
  }
  return (
    <CreatePage sx={{ '& .RaCreate-card': { overflow: 'visible' } }}>
      <RecordForm defaultValues={defaults} toolbar={stickyToolbar}>
        <EventFields />
        <PeriodFields />
        <TrainerFields />
        <SeatFields />
        <PriceFields />
        <BookingPeriodFields />
      </RecordForm>
    </CreatePage>
  )
}
