import { lazily } from '../shell/lazily.tsx'
import type { Part } from '../shell/part.ts'
import { accessTexts } from './texts.ts'

const AccountPage = lazily(async () => (await import('./account-page.tsx')).AccountPage)

export const part: Part = {
  routes: [{ path: '/account', element: <AccountPage /> }],
  texts: accessTexts,
}
