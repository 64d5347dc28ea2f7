// Messages: rules, what waits, what was sent.
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { messagesTexts } from './texts.ts'
import { WaitingMessages } from './waiting-messages.tsx'

const RulesPage = lazyComponent(async () => (await import('./rules-page.tsx')).RulesPage)

export const section: OfficeSection = {
  routes: [{ path: '/message-rules', element: <RulesPage />, right: 'catalogue:edit' }],
  inAppBar: WaitingMessages,
  texts: messagesTexts,
}
