import BookingIcon from '@mui/icons-material/HowToReg'
import { lazily } from '../shell/app/lazy-page.tsx'
import type { Part } from '../shell/app/section.ts'
import { participationsServerTexts, participationsTexts } from './texts.ts'

const BookingList = lazily(async () => (await import('./booking-list.tsx')).BookingList)
const BookingEdit = lazily(async () => (await import('./booking-edit.tsx')).BookingEdit)
const ParticipantsPage = lazily(async () => (await import('./participants-page.tsx')).ParticipantsPage)
const PrintPage = lazily(async () => (await import('./print-page.tsx')).PrintPage)

const right = '090300:access'

export const part: Part = {
  resources: [
    {
      name: 'participations',
      list: <BookingList />,
      edit: <BookingEdit />,
      right,
    },
  ],
  routes: [
    { path: '/dates/:dateId/participants', element: <ParticipantsPage /> },
    { path: '/dates/:dateId/participants/print', element: <PrintPage />, right, bare: true },
  ],
  menu: [
    {
      to: '/participations',
      text: 'participations.menu',
      icon: <BookingIcon />,
      group: 'day',
      order: 50,
      right,
    },
  ],
  texts: participationsTexts,
  serverTexts: participationsServerTexts,
}
