import type { publicErrors } from '../../server/platform/http/public/public.errors.ts'
import type { visitorErrors } from '../../server/website/booking/booking.errors.ts'
import type { websiteErrors } from '../../server/website/website.errors.ts'
import { type ErrorTexts, texts } from '../shell/app/section.ts'

export const keyTexts = texts({
  de: {
    errors: {
      website: {
        cursor: 'muss der Cursor einer Liste mit derselben Sortierung sein',
        since: 'muss ein Cursor dieser Liste sein',
        cursorGone:
          'Änderungen sind so weit zurück nicht mehr bekannt. Lesen Sie alles neu, und beginnen Sie mit einem neuen Cursor.',
        rangeEnd: 'darf nicht vor „from“ liegen',
        noDate: 'Den Termin %{id} gibt es nicht.',
        noEvent: 'Die Veranstaltung %{id} gibt es nicht.',
        noKey: 'Den Schlüssel %{id} gibt es nicht.',
        revoked: 'Der Schlüssel ist widerrufen.',
        noClient: 'Den Mandanten %{id} gibt es nicht.',
        noCatalogue: 'Den Katalog %{id} gibt es nicht.',
        origin: '„%{origin}“ ist keine Adresse einer Website. Beispiel: https://www.example.org',
        secretOrigins: 'entfällt bei einem geheimen Schlüssel, den kein Browser senden darf',
        noWebhook: 'Den Webhook %{id} gibt es nicht.',
        noDelivery: 'Die Zustellung %{id} gibt es nicht.',
        webhookUrl: 'muss eine URL mit http oder https ohne Benutzer, Passwort und Fragment sein',
        privateAddress:
          'darf keine Adresse dieses Rechners oder eines privaten Netzes sein; siehe KONTOR_WEBHOOK_NETWORKS',
        webhookOff: 'Der Webhook ist abgeschaltet.',
        beingSent: 'Die Zustellung läuft gerade.',
      } satisfies ErrorTexts<typeof websiteErrors>,
      public: {
        key: 'Der Schlüssel ist nicht gültig.',
        origin: 'Der Schlüssel ist für diese Website nicht zugelassen.',
      } satisfies ErrorTexts<typeof publicErrors>,
      visitors: {
        unknownDate: 'ist kein Termin, den der Schlüssel zeigt',
        notBookable: '„%{date}“ ist nicht buchbar: %{availability}.',
        seatsTaken: '„%{date}“ hat nicht genug freie Plätze.',
        proof:
          'muss die Lösung einer Aufgabe von GET /challenge sein, die eine Stunde und für eine Buchung gilt',
      } satisfies ErrorTexts<typeof visitorErrors>,
    },
    website: {
      menu: 'Website',
      termsMenu: 'AGB und Belehrungen',
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
        name: 'Schlüssel für Websites |||| Schlüssel für Websites',
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
      'terms-documents': { name: 'Dokument |||| AGB und Belehrungen' },
    },
  },
  en: {
    errors: {
      website: {
        cursor: 'must be the cursor of a list with the same sort',
        since: 'must be a cursor of this list',
        cursorGone:
          'Changes are not known that far back. Read everything again, and begin with a new cursor.',
        rangeEnd: 'must not be before “from”',
        noDate: 'There is no date %{id}.',
        noEvent: 'There is no event %{id}.',
        noKey: 'There is no key %{id}.',
        revoked: 'The key is revoked.',
        noClient: 'There is no client %{id}.',
        noCatalogue: 'There is no catalogue %{id}.',
        origin: '“%{origin}” is not the address of a website. Example: https://www.example.org',
        secretOrigins: 'must be empty for a secret key, which no browser may send',
        noWebhook: 'There is no webhook %{id}.',
        noDelivery: 'There is no delivery %{id}.',
        webhookUrl: 'must be an http or https URL without user, password and fragment',
        privateAddress:
          'must not be an address of this machine or of a private network; see KONTOR_WEBHOOK_NETWORKS',
        webhookOff: 'The webhook is switched off.',
        beingSent: 'The delivery is being sent.',
      } satisfies ErrorTexts<typeof websiteErrors>,
      public: {
        key: 'The key is not valid.',
        origin: 'The key is not allowed for this website.',
      } satisfies ErrorTexts<typeof publicErrors>,
      visitors: {
        unknownDate: 'is not a date that the key shows',
        notBookable: '“%{date}” cannot be booked: %{availability}.',
        seatsTaken: '“%{date}” has not enough free seats.',
        proof:
          'must be the solution of a challenge of GET /challenge, which is valid for an hour and for one booking',
      } satisfies ErrorTexts<typeof visitorErrors>,
    },
    website: {
      menu: 'Website',
      termsMenu: 'Terms for visitors',
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
        name: 'Website key |||| Website keys',
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
      'terms-documents': { name: 'Document |||| Terms for visitors' },
    },
  },
})
