// Dates: list, calendar, page of a date, planning of dates and series.
import SeriesIcon from '@mui/icons-material/AccountTree'
import CalendarIcon from '@mui/icons-material/CalendarMonth'
import DateIcon from '@mui/icons-material/EventNote'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { datesTexts } from './texts.ts'

const DateList = lazyComponent(async () => (await import('./list/date-list.tsx')).DateList)
const DatePage = lazyComponent(async () => (await import('./page/date-page.tsx')).DatePage)
const DateCreate = lazyComponent(async () => (await import('./form/date-create.tsx')).DateCreate)
const CalendarPage = lazyComponent(async () => (await import('./calendar/calendar-page.tsx')).CalendarPage)
const LanesPage = lazyComponent(async () => (await import('./calendar/lanes-page.tsx')).LanesPage)
const PlanPage = lazyComponent(async () => (await import('./plan/plan-page.tsx')).PlanPage)
const SeriesPage = lazyComponent(async () => (await import('./series/series-page.tsx')).SeriesPage)

export const section: OfficeSection = {
  resources: [
    {
      name: 'dates',
      list: <DateList />,
      edit: <DatePage />,
      create: <DateCreate />,
      recordRepresentation: (date) => date.title || date.eventTitle || `#${date.id}`,
      right: { create: 'catalogue:edit', delete: 'catalogue:edit' },
    },
  ],
  routes: [
    { path: '/date-calendar', element: <CalendarPage /> },
    { path: '/date-lanes', element: <LanesPage /> },
    { path: '/plan-dates', element: <PlanPage />, right: 'catalogue:edit' },
    { path: '/plan-series', element: <SeriesPage />, right: 'catalogue:edit' },
  ],
  readAhead: {
    '/dates/:id': async () => (await import('./page/date-page.tsx')).readDatePage,
    '/date-lanes': async () => (await import('./calendar/lanes-page.tsx')).readLanes,
  },
  menu: [
    { to: '/date-calendar', text: 'dates.calendar', icon: <CalendarIcon />, group: 'catalogue', order: 20 },
    { to: '/dates', text: 'dates.menu', icon: <DateIcon />, group: 'catalogue', order: 21 },
    {
      to: '/plan-series',
      text: 'dates.wizard.menu',
      icon: <SeriesIcon />,
      group: 'catalogue',
      order: 22,
      right: 'catalogue:edit',
    },
  ],
  texts: datesTexts,
}
