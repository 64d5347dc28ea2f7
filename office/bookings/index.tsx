import BookingIcon from '@mui/icons-material/HowToReg'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { bookingsTexts } from './texts.ts'

const BookingList = lazyComponent(async () => (await import('./booking-list.tsx')).BookingList)
const BookingEdit = lazyComponent(async () => (await import('./page/booking-edit.tsx')).BookingEdit)
const ParticipantsPage = lazyComponent(async () => (await import('./participants-page.tsx')).ParticipantsPage)

const right = 'booking:access'

export const section: OfficeSection = {
  resources: [
    {
      name: 'bookings',
      list: <BookingList />,
      edit: <BookingEdit />,
      right,
    },
  ],
  routes: [{ path: '/dates/:dateId/participants', element: <ParticipantsPage /> }],
  menu: [
    {
      to: '/bookings',
      text: 'bookings.menu',
      icon: <BookingIcon />,
      group: 'day',
      order: 50,
      right,
    },
  ],
  texts: bookingsTexts,
}
