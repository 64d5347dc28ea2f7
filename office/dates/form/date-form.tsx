// The form of a date in sections; those whom a change concerns are told with it.
import type { EventDate } from '../../catalogue/dates/event-date.ts'
import { NotifyBeforeSaving } from '../../messages/message-dialog.tsx'
import { api } from '../../shell/api/api.ts'
import { changedFields } from '../../shell/api/changed-fields.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { type FormPart, SectionedForm } from '../../shell/form/sectioned-form.tsx'
import { FilesFields, HotelFields, PackageFields, SessionDayFields, TrainerFields } from './child-rows.tsx'
import { MainFields, MoreFields } from './main-fields.tsx'
import { ModuleFields } from './module-fields.tsx'
import { PriceFields } from './price-fields.tsx'

const parts: readonly FormPart[] = [
  { name: 'master', Fields: MainFields },
  { name: 'hours', Fields: SessionDayFields },
  { name: 'trainers', Fields: TrainerFields },
  { name: 'prices', Fields: PriceFields },
  { name: 'hotel', Fields: HotelFields },
  { name: 'series', Fields: ModuleFields },
  { name: 'files', Fields: FilesFields },
  { name: 'packages', Fields: PackageFields },
  { name: 'more', Fields: MoreFields },
].map((part) => ({ ...part, label: `dates.tab.${part.name}` }))

type DateFields = Omit<BodyOf<'PATCH', '/dates/{dateId}'>, 'version' | 'messages'>

interface Change {
  data: EventDate
  previousData: EventDate
}

/** The messages of the change to the participants. A date without any is still being planned. */
async function loadMessages({ data, previousData }: Change) {
  const { id, bookedCount, reservedCount, waitlistedCount } = previousData
  if (bookedCount + reservedCount + waitlistedCount === 0) return []
  const fields: DateFields = changedFields({ ...data }, { ...previousData })
  if (Object.keys(fields).length === 0) return []
  const params = { dateId: id }
  // Another user may have changed it: saving asks whose values to keep.
  const [current] = await api('GET', '/dates/{dateId}', { params })
  return api('POST', '/dates/{dateId}/message-preview', {
    params,
    body: { ...fields, version: current!.version },
  })
}

export function DateForm() {
  const mayEdit = useHasRight('catalogue:edit')
  return (
    <SectionedForm parts={parts} mayEdit={mayEdit}>
      {mayEdit && <NotifyBeforeSaving load={loadMessages} />}
    </SectionedForm>
  )
}
