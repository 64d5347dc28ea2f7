// What other parts show on a date's page.
import type { ComponentType } from 'react'
import { lazily } from '../../shell/app/lazy-page.tsx'

const ParticipantsPanel = lazily(
  async () => (await import('../../bookings/participants-panel.tsx')).ParticipantsPanel,
)

const WebsiteTab = lazily(async () => (await import('./website-tab.tsx')).WebsiteTab)

export interface DatePanel {
  /** Also the key of its text: `dates.tab.<name>`. */
  name: string
  Component: ComponentType<{ dateId: number }>
}

export const panels: readonly DatePanel[] = [
  { name: 'participants', Component: ParticipantsPanel },
  { name: 'website', Component: WebsiteTab },
]
