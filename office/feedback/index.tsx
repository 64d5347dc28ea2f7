// Feedback of participants: questions; the results are parts of the pages of dates, events and trainers.
import FeedbackIcon from '@mui/icons-material/RateReviewOutlined'
import { lazyComponent } from '../shell/app/lazy-component.tsx'
import type { OfficeSection } from '../shell/app/section.ts'
import { feedbackTexts } from './texts.ts'

const QuestionsPage = lazyComponent(async () => (await import('./questions-page.tsx')).QuestionsPage)

export const section: OfficeSection = {
  routes: [
    { path: '/feedback-questions', element: <QuestionsPage /> },
    { path: '/feedback-questions/:eventId', element: <QuestionsPage /> },
  ],
  menu: [
    {
      to: '/feedback-questions',
      text: 'feedback.questions',
      icon: <FeedbackIcon />,
      group: 'settings',
      order: 37,
      right: '100100',
    },
  ],
  texts: feedbackTexts,
}
