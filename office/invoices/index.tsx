import ConfirmationIcon from '@mui/icons-material/ReceiptLong'
import { confirmationRights } from '../../server/platform/ground/rights.ts'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { invoicesTexts } from './texts.ts'

const ConfirmationList = lazyComponent(async () => (await import('./confirmation-list.tsx')).ConfirmationList)
const ConfirmationShow = lazyComponent(async () => (await import('./confirmation-show.tsx')).ConfirmationShow)
const ConfirmationCreate = lazyComponent(
  async () => (await import('./confirmation-create.tsx')).ConfirmationCreate,
)

export const section: OfficeSection = {
  resources: [
    {
      name: 'invoice-confirmations',
      list: <ConfirmationList />,
      show: <ConfirmationShow />,
      create: <ConfirmationCreate />,
      right: { list: '100400', create: confirmationRights },
      subject: 'invoice_confirmation',
    },
  ],
  menu: [
    {
      to: '/invoice-confirmations',
      text: 'invoices.menu',
      icon: <ConfirmationIcon />,
      group: 'billing',
      order: 10,
      right: '100400',
    },
  ],
  texts: invoicesTexts,
}
