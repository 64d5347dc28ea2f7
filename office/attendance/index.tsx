// Attendance of the participants of a date, by half day.
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { attendanceTexts } from './texts.ts'

const AttendancePage = lazyComponent(async () => (await import('./attendance-page.tsx')).AttendancePage)

export const section: OfficeSection = {
  routes: [{ path: '/dates/:dateId/attendance', element: <AttendancePage />, right: 'booking:access' }],
  texts: attendanceTexts,
}
