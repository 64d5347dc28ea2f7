import type { newsletterErrors } from '../../server/newsletter/newsletter.errors.ts'
import { type ErrorTexts, texts } from '../shell/language/texts.ts'

export const newsletterTexts = texts({
  de: {
    errors: {
      newsletter: {
        unknownSubscriber: 'Diesen Kontakt gibt es nicht.',
      } satisfies ErrorTexts<typeof newsletterErrors>,
    },
    newsletter: {
      consents: 'Einwilligungen',
      categoriesHelp: 'Angemeldete Kontakte erhalten diese Kategorien.',
      doubleOptInHelp: 'Die Anmeldung gilt erst, wenn sie über den Link in der E-Mail bestätigt wurde.',
      mail: 'Bestätigungsmail',
      mailHelp:
        'Leer: Standardtext auf Deutsch und Englisch (siehe Vorschau). Ein eigener Text muss {{link}} enthalten.',
      link: 'Link zur Bestätigung',
      counts:
        'Eine Anmeldung, davon %{recent} in den letzten 30 Tagen, %{confirmed} bestätigt. |||| %{smart_count} Anmeldungen, davon %{recent} in den letzten 30 Tagen, %{confirmed} bestätigt.',
      show: 'Ansehen',
      snippetText:
        'So sendet der Server der Website eine Anmeldung an Kontor. Der Token gehört auf den Server, nie in die Seite. Am besten beschränken Sie ihn auf diesen einen Aufruf.',
      byEmail: 'E-Mail beginnt mit',
      from: 'Von',
      to: 'Bis',
      status: { given: 'erteilt', pending: 'wartet auf Bestätigung', confirmed: 'bestätigt' },
    },
    resources: {
      'newsletter-forms': {
        name: 'Newsletter-Formular |||| Newsletter-Formulare',
        fields: {
          name: 'Name',
          clientId: 'Mandant',
          clientName: 'Mandant',
          categoryIds: 'Kontaktkategorien',
          doubleOptIn: 'Double-Opt-in',
          lastNameRequired: 'Nachname ist Pflicht',
          mailSubject: 'Betreff der Bestätigungsmail',
          mailBody: 'Text der Bestätigungsmail',
          signUpCount: 'Anmeldungen',
          recentCount: 'Letzte 30 Tage',
        },
      },
      'newsletter-consents': {
        name: 'Newsletter-Einwilligung |||| Newsletter-Einwilligungen',
        fields: {
          givenAt: 'Erteilt',
          contactName: 'Kontakt',
          email: 'E-Mail',
          formId: 'Formular',
          formName: 'Formular',
          clientName: 'Mandant',
          status: 'Status',
          confirmedAt: 'Bestätigt',
          ipAddress: 'IP-Adresse',
          userAgent: 'Browser',
        },
      },
    },
  },
  en: {
    errors: {
      newsletter: {
        unknownSubscriber: 'This contact does not exist.',
      } satisfies ErrorTexts<typeof newsletterErrors>,
    },
    newsletter: {
      consents: 'Consents',
      categoriesHelp: 'Subscribers are added to these categories.',
      doubleOptInHelp: 'The subscription is pending until it is confirmed by the link in the e-mail.',
      mail: 'Confirmation mail',
      mailHelp:
        'Empty: standard text in German and English (see preview). Your own text must contain {{link}}.',
      link: 'confirmation link',
      counts:
        'One sign-up, %{recent} in the last 30 days, %{confirmed} confirmed. |||| %{smart_count} sign-ups, %{recent} in the last 30 days, %{confirmed} confirmed.',
      show: 'Show',
      snippetText:
        'This is how the website’s server sends a sign-up to Kontor. Keep the token on the server, never in a page, and restrict it to this operation.',
      byEmail: 'E-mail begins with',
      from: 'From',
      to: 'To',
      status: { given: 'given', pending: 'waiting for confirmation', confirmed: 'confirmed' },
    },
    resources: {
      'newsletter-forms': {
        name: 'Newsletter form |||| Newsletter forms',
        fields: {
          name: 'Name',
          clientId: 'Client',
          clientName: 'Client',
          categoryIds: 'Contact categories',
          doubleOptIn: 'Double opt-in',
          lastNameRequired: 'Last name is required',
          mailSubject: 'Subject of the confirmation mail',
          mailBody: 'Text of the confirmation mail',
          signUpCount: 'Sign-ups',
          recentCount: 'Last 30 days',
        },
      },
      'newsletter-consents': {
        name: 'Newsletter consent |||| Newsletter consents',
        fields: {
          givenAt: 'Given',
          contactName: 'Contact',
          email: 'E-mail',
          formId: 'Form',
          formName: 'Form',
          clientName: 'Client',
          status: 'Status',
          confirmedAt: 'Confirmed',
          ipAddress: 'IP address',
          userAgent: 'Browser',
        },
      },
    },
  },
})
