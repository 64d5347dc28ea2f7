import ImportIcon from '@mui/icons-material/UploadFileOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { importsMenuTexts } from './menu-texts.ts'

const importsTexts = async () => (await import('./texts.ts')).importsTexts
const ImportList = lazyComponent(async () => (await import('./import-list.tsx')).ImportList, importsTexts)
const ImportCreate = lazyComponent(async () => (await import('./upload-page.tsx')).UploadPage, importsTexts)
const ImportEdit = lazyComponent(async () => (await import('./import-page.tsx')).ImportPage, importsTexts)

export const section: OfficeSection = {
  resources: [
    {
      name: 'imports',
      subject: 'contact_import',
      list: <ImportList />,
      create: <ImportCreate />,
      edit: <ImportEdit />,
      recordRepresentation: 'fileName',
      right: '090300:add',
    },
  ],
  menu: [
    {
      to: '/imports',
      text: 'imports.menu',
      icon: <ImportIcon />,
      group: 'people',
      order: 70,
      right: '090300:add',
    },
  ],
  texts: importsMenuTexts,
}
