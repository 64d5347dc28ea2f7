import { texts } from '../shell/language/texts.ts'

/** What other pages show of webhooks: the menu, and the name of the resource. */
export const webhookMenuTexts = texts({
  de: { webhooks: { menu: 'Webhooks' }, resources: { webhooks: { name: 'Webhook |||| Webhooks' } } },
  en: { webhooks: { menu: 'Webhooks' }, resources: { webhooks: { name: 'Webhook |||| Webhooks' } } },
})
