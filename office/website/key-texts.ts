// The texts of the keys of the public interface.
import { texts } from '../shell/app/section.ts'

export const keyTexts = texts({
  de: {
    website: {
      key: {
        key: 'Schlüssel',
        valid: 'gültig',
        revoked: 'widerrufen',
        publishable: 'öffentlich',
        secret: 'geheim',
        publishableLong: 'Öffentlich: steht in der Seite, jeder Besucher kann ihn sehen',
        secretLong: 'Geheim: nur für den Server der Website, wird einmal angezeigt',
        anyOrigin: 'alle',
        noBrowser: 'keine (nur Server)',
        allCatalogues: 'alle',
        seats: 'Freie Plätze',
        seatsShown: 'werden gezeigt',
        seatsHidden: 'verborgen',
        nameHelp: 'Zweck, etwa der Name der Website.',
        originsHelp: 'Eine je Zeile, ohne Pfad, etwa https://www.example.org. Leer: alle Websites.',
        cataloguesHelp: 'Der Schlüssel zeigt nur diese Kataloge. Leer: alle.',
        hidesSeatsHelp: 'Besucher sehen dann, ob es freie Plätze gibt, aber nicht, wie viele.',
        onceTitle: 'Geheimer Schlüssel',
        onceText:
          'Bitte jetzt kopieren: Kontor speichert den Schlüssel nicht und kann ihn nicht noch einmal anzeigen.',
        revoke: 'Widerrufen',
        revokeTitle: 'Schlüssel widerrufen?',
        revokeText:
          'Websites mit diesem Schlüssel zeigen ab sofort keine Termine mehr. Das lässt sich nicht rückgängig machen.',
        revokedNow: 'Der Schlüssel ist widerrufen.',
        revokedHelp: 'Der Schlüssel ist widerrufen: Anfragen mit ihm werden abgelehnt.',
      },
      requests: {
        title: 'Anfragen',
        total:
          '%{total} Anfrage in 30 Tagen. Gezählt wird jede Minute. |||| %{total} Anfragen in 30 Tagen. Gezählt wird jede Minute.',
        chart: 'Anfragen je Tag in den letzten 30 Tagen: zusammen %{total}, höchstens %{most} an einem Tag',
        figures: 'Zahlen je Tag',
        day: 'Tag',
      },
      preview: {
        title: 'Was dieser Schlüssel gerade zeigt',
        refresh: 'Neu laden',
        none: 'Keine Termine. Gezeigt werden veröffentlichte Termine der gewählten Kataloge.',
        count: 'Der einzige Termin. |||| Die ersten %{shown} von %{smart_count} Terminen.',
        free: '%{smart_count} Platz frei |||| %{smart_count} Plätze frei',
        secret:
          'Ein geheimer Schlüssel ist nicht gespeichert, darum gibt es keine Vorschau. Er zeigt dasselbe wie ein öffentlicher mit diesen Einstellungen.',
      },
      snippet: {
        title: 'Termine',
        noDay: 'Termin offen',
        unreachable: 'Die Termine sind gerade nicht erreichbar.',
        page: 'Für die Website',
        pageAnywhere:
          'Diese Seite zeigt 20 laufende und kommende Termine und hält sie aktuell. Sie läuft, wie sie ist, auf jeder Website.',
        pageOn:
          'Diese Seite zeigt 20 laufende und kommende Termine und hält sie aktuell. Sie läuft, wie sie ist, auf: %{origins}',
        copyPage: 'Seite kopieren',
        call: 'Für die Kommandozeile',
        copyCall: 'Befehl kopieren',
        secret: 'Setzen Sie anstelle von sk_… den geheimen Schlüssel ein.',
      },
      availability: {
        available: 'Plätze frei',
        few: 'wenige Plätze',
        waitingList: 'Warteliste',
        full: 'ausgebucht',
        closed: 'nicht buchbar',
        cancelled: 'abgesagt',
      },
    },
    resources: {
      'website-keys': {
        fields: {
          name: 'Name',
          clientId: 'Mandant',
          clientName: 'Mandant',
          isSecret: 'Art',
          origins: 'Erlaubte Websites',
          catalogueIds: 'Kataloge',
          hidesSeats: 'Freie Plätze verbergen',
          createdAt: 'Erzeugt',
          revokedAt: 'Widerrufen',
          isRevoked: 'Widerrufen',
          requests: 'Anfragen in 30 Tagen',
        },
      },
    },
  },
  en: {
    website: {
      key: {
        key: 'Key',
        valid: 'valid',
        revoked: 'revoked',
        publishable: 'publishable',
        secret: 'secret',
        publishableLong: 'Publishable: part of the page, every visitor can see it',
        secretLong: 'Secret: only for the server of the website, shown once',
        anyOrigin: 'all',
        noBrowser: 'none (server only)',
        allCatalogues: 'all',
        seats: 'Free seats',
        seatsShown: 'shown',
        seatsHidden: 'hidden',
        nameHelp: 'Purpose, such as the name of the website.',
        originsHelp: 'One per line, without a path, such as https://www.example.org. Empty: all websites.',
        cataloguesHelp: 'The key shows only these catalogues. Empty: all.',
        hidesSeatsHelp: 'Visitors then see whether there are free seats, but not how many.',
        onceTitle: 'Secret key',
        onceText: 'Please copy it now: Kontor does not store the key and cannot show it again.',
        revoke: 'Revoke',
        revokeTitle: 'Revoke the key?',
        revokeText: 'Websites with this key stop showing dates at once. This cannot be undone.',
        revokedNow: 'The key is revoked.',
        revokedHelp: 'The key is revoked: requests with it are refused.',
      },
      requests: {
        title: 'Requests',
        total:
          '%{total} request in 30 days. Counted every minute. |||| %{total} requests in 30 days. Counted every minute.',
        chart: 'Requests per day in the last 30 days: %{total} in total, at most %{most} on a day',
        figures: 'Figures per day',
        day: 'Day',
      },
      preview: {
        title: 'What this key shows right now',
        refresh: 'Reload',
        none: 'No dates. Shown are published dates of the chosen catalogues.',
        count: 'The only date. |||| The first %{shown} of %{smart_count} dates.',
        free: '%{smart_count} seat free |||| %{smart_count} seats free',
        secret:
          'A secret key is not stored, so there is no preview. It shows the same as a publishable one with these settings.',
      },
      snippet: {
        title: 'Dates',
        noDay: 'Day open',
        unreachable: 'The dates cannot be reached at the moment.',
        page: 'For the website',
        pageAnywhere:
          'This page shows 20 current and coming dates and keeps them current. It works as it is, on every website.',
        pageOn:
          'This page shows 20 current and coming dates and keeps them current. It works as it is on: %{origins}',
        copyPage: 'Copy page',
        call: 'For the command line',
        copyCall: 'Copy command',
        secret: 'Replace sk_… by the secret key.',
      },
      availability: {
        available: 'seats available',
        few: 'few seats',
        waitingList: 'waiting list',
        full: 'sold out',
        closed: 'not bookable',
        cancelled: 'cancelled',
      },
    },
    resources: {
      'website-keys': {
        fields: {
          name: 'Name',
          clientId: 'Client',
          clientName: 'Client',
          isSecret: 'Kind',
          origins: 'Allowed websites',
          catalogueIds: 'Catalogues',
          hidesSeats: 'Hide free seats',
          createdAt: 'Created',
          revokedAt: 'Revoked',
          isRevoked: 'Revoked',
          requests: 'Requests in 30 days',
        },
      },
    },
  },
})
