// The form of a date in sections.
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

export const DateForm = () => <SectionedForm parts={parts} mayEdit={useHasRight('100100')} />
