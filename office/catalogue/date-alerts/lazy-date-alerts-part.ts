import { lazyComponent } from '../../shell/section/lazy-component.tsx'

export const DateAlertsPart = lazyComponent(
  async () => (await import('./date-alerts-part.tsx')).DateAlertsPart,
  async () => (await import('./date-alerts-texts.ts')).dateAlertsTexts,
)
