// The texts of the pages of withdrawals; the change log shows the obstacles, too.
import type { WithdrawalObstacle } from '../../server/website/withdrawal/withdrawal.schema.ts'
import { texts } from '../shell/language/texts.ts'

export const withdrawalTexts = texts({
  de: {
    website: {
      withdrawal: {
        declared: 'Erklärung',
        cancelled: 'Anmeldung sofort kostenlos storniert',
        order: 'Anmeldung %{id}',
        obstacle: {
          unknown: 'Buchungsnummer nicht bekannt',
          email: 'andere E-Mail-Adresse als bei der Anmeldung',
          business: 'nicht als Privatperson gebucht',
          part: 'nur ein Teil wird widerrufen',
          late: 'nach der Widerrufsfrist',
          exception: 'Veranstaltung ohne Widerrufsrecht',
          started: 'ein Termin hat schon begonnen',
          nothingBooked: 'kein Platz mehr gebucht',
        } satisfies Record<WithdrawalObstacle, string>,
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
        obstacle: {
          unknown: 'booking number not known',
          email: 'another e-mail address than in the order',
          business: 'not ordered as a private person',
          part: 'only a part is withdrawn from',
          late: 'after the withdrawal period',
          exception: 'event without a right to withdraw',
          started: 'a date has already started',
          nothingBooked: 'no seat is booked any more',
        } satisfies Record<WithdrawalObstacle, string>,
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
