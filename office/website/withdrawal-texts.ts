// The texts of the pages of withdrawals.
import { texts } from '../shell/app/section.ts'

export const withdrawalTexts = texts({
  de: {
    website: {
      withdrawal: {
        declared: 'Erklärung',
        cancelled: 'Anmeldung sofort kostenlos storniert',
        order: 'Anmeldung %{id}',
      },
    },
    resources: {
      withdrawals: {
        empty: 'Noch hat niemand einen Vertrag widerrufen.',
        fields: {
          receivedAt: 'Eingegangen',
          name: 'Name',
          contract: 'Vertrag',
          part: 'Nur dieser Teil',
          email: 'E-Mail-Adresse',
          obstacle: 'Ergebnis',
          orderId: 'Anmeldung',
          isDone: 'Erledigt',
          note: 'Notiz',
        },
      },
    },
  },
  en: {
    website: {
      withdrawal: {
        declared: 'Declaration',
        cancelled: 'Order cancelled at once, free of charge',
        order: 'Order %{id}',
      },
    },
    resources: {
      withdrawals: {
        empty: 'Nobody has withdrawn from a contract yet.',
        fields: {
          receivedAt: 'Received',
          name: 'Name',
          contract: 'Contract',
          part: 'Only this part',
          email: 'E-mail address',
          obstacle: 'Outcome',
          orderId: 'Order',
          isDone: 'Done',
          note: 'Note',
        },
      },
    },
  },
})
