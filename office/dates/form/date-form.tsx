// The form of a date in tabs; disabled for users who may not edit.
import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { SaveButton } from 'react-admin'
import { useHasRight } from '../../shell/api/session.ts'
import { RecordToolbar, TabbedRecordForm } from '../../shell/form/record-form.tsx'
import { FilesTab, HotelTab, PackagesTab, SessionDaysTab, TrainersTab } from './child-row-tabs.tsx'
import { MasterTab, MoreTab } from './master-tab.tsx'
import { ModulesTab } from './modules-tab.tsx'
import { PricesTab } from './prices-tab.tsx'

const tabs: readonly (readonly [string, ReactNode])[] = [
  ['master', <MasterTab key="master" />],
  ['hours', <SessionDaysTab key="hours" />],
  ['trainers', <TrainersTab key="trainers" />],
  ['prices', <PricesTab key="prices" />],
  ['hotel', <HotelTab key="hotel" />],
  ['series', <ModulesTab key="series" />],
  ['files', <FilesTab key="files" />],
  ['packages', <PackagesTab key="packages" />],
  ['more', <MoreTab key="more" />],
]

const tabOfField: Readonly<Record<string, string>> = {
  sessionDays: 'hours',
  trainers: 'trainers',
  locationIds: 'trainers',
  roomIds: 'trainers',
  prices: 'prices',
  hotelQuotas: 'hotel',
  modules: 'series',
  fileIds: 'files',
  pdfs: 'files',
  conferencePackageItems: 'packages',
  partners: 'more',
  misc: 'more',
  metaData: 'more',
  ebgData: 'more',
}

/** The path of the tab with a field, `prices[0].netPrice`. */
export const pathOfField = (id: number, field: string): string => {
  const tab = tabOfField[field.split(/[.[]/)[0] ?? '']
  return tab ? `/dates/${id}/${tab}` : `/dates/${id}`
}

const toolbar = (
  <RecordToolbar>
    <SaveButton />
  </RecordToolbar>
)

export function DateForm() {
  const mayEdit = useHasRight('100100')
  return (
    <TabbedRecordForm toolbar={mayEdit ? toolbar : false}>
      {tabs.map(([name, content]) => (
        <TabbedRecordForm.Tab key={name} label={`dates.tab.${name}`} path={name === 'master' ? '' : name}>
          <Box
            component="fieldset"
            disabled={!mayEdit}
            sx={{ border: 0, p: 0, m: 0, minWidth: 0, width: '100%' }}
          >
            {content}
          </Box>
        </TabbedRecordForm.Tab>
      ))}
    </TabbedRecordForm>
  )
}
