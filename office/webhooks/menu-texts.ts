import { texts } from '../shell/language/texts.ts'

/** The menu and the name of the resource, which other pages show. */
export const webhookMenuTexts = texts({
  de: { webhooks: { menu: 'Webhooks' }, resources: { webhooks: { name: 'Webhook |||| Webhooks' } } },
  en: { webhooks: { menu: 'Webhooks' }, resources: { webhooks: { name: 'Webhook |||| Webhooks' } } },
})
