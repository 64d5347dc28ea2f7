// Messages: rules, what waits, what was told.
import { lazyComponent } from '../shell/app/lazy-component.tsx'
import type { OfficeSection } from '../shell/app/section.ts'
import { messagesTexts } from './texts.ts'
import { WaitingMessages } from './waiting-messages.tsx'

const RulesPage = lazyComponent(async () => (await import('./rules-page.tsx')).RulesPage)

export const section: OfficeSection = {
  routes: [{ path: '/message-rules', element: <RulesPage />, right: '100100' }],
  inAppBar: WaitingMessages,
  texts: messagesTexts,
}
