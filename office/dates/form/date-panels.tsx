// What other parts show on a date's page.
import type { ComponentType } from 'react'
import { lazyComponent } from '../../shell/app/lazy-component.tsx'

const ParticipantsPanel = lazyComponent(
  async () => (await import('../../bookings/participants-panel.tsx')).ParticipantsPanel,
)

const WebsiteTab = lazyComponent(async () => (await import('./website-tab.tsx')).WebsiteTab)

export interface DatePanel {
  /** Also the key of its text: `dates.tab.<name>`. */
  name: string
  Component: ComponentType<{ dateId: number }>
}

export const datePanels: readonly DatePanel[] = [
  { name: 'participants', Component: ParticipantsPanel },
  { name: 'website', Component: WebsiteTab },
]
