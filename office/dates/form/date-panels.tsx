// Panels on the page of a date beside its form.
import type { ComponentType } from 'react'
import { lazyComponent } from '../../shell/app/lazy-component.tsx'

const ParticipantsPanel = lazyComponent(
  async () => (await import('../../bookings/participants-panel.tsx')).ParticipantsPanel,
)

const WebsiteTab = lazyComponent(async () => (await import('./website-tab.tsx')).WebsiteTab)

export interface DatePanel {
  /** The key of its text is `dates.tab.<name>`. */
  name: string
  Component: ComponentType<{ dateId: number }>
}

export const datePanels: readonly DatePanel[] = [
  { name: 'participants', Component: ParticipantsPanel },
  { name: 'website', Component: WebsiteTab },
]
