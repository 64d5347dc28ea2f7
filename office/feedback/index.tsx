// Feedback of participants: questions; the results are parts of the pages of dates, events and trainers.
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { feedbackTexts } from './texts.ts'

const QuestionsPage = lazyComponent(async () => (await import('./questions-page.tsx')).QuestionsPage)

export const section: OfficeSection = {
  routes: [
    { path: '/feedback-questions', element: <QuestionsPage />, right: 'catalogue:edit' },
    { path: '/feedback-questions/:eventId', element: <QuestionsPage />, right: 'catalogue:edit' },
  ],
  texts: feedbackTexts,
}
