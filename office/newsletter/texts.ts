// Texts of newsletter forms and consents.
import type { newsletterErrors } from '../../server/newsletter/newsletter.errors.ts'
import { type ErrorTexts, texts } from '../shell/app/section.ts'

export const newsletterTexts = texts({
  de: {
    errors: {
      newsletter: {
        unknownSubscriber: 'Den Kontakt %{id} gibt es nicht.',
      } satisfies ErrorTexts<typeof newsletterErrors>,
    },
    newsletter: {
      consents: 'Einwilligungen',
      categoriesHelp: 'Diese Kategorien bekommt, wer sich anmeldet.',
      doubleOptInHelp: 'Die Anmeldung gilt erst, wenn der Link in der E-Mail bestätigt ist.',
      mail: 'Bestätigungsmail',
      mailHelp:
        'Leer: der mitgelieferte Text auf Deutsch und Englisch, den die Vorschau zeigt. Ein eigener Text braucht {{link}}.',
      link: 'Link zur Bestätigung',
      counts:
        'Eine Anmeldung, davon %{recent} in den letzten 30 Tagen, %{confirmed} bestätigt. |||| %{smart_count} Anmeldungen, davon %{recent} in den letzten 30 Tagen, %{confirmed} bestätigt.',
      show: 'Ansehen',
      snippet: 'Für die Website',
      snippetText:
        'So reicht der Server der Website eine Anmeldung weiter. Der Token gehört auf den Server, nie in die Seite; am besten ist er auf diesen einen Aufruf beschränkt.',
      byEmail: 'E-Mail beginnt mit',
      from: 'Von',
      to: 'Bis',
      state: { given: 'erteilt', pending: 'wartet auf Bestätigung', confirmed: 'bestätigt' },
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
          mailSubject: 'Betreff',
          mailBody: 'Text',
          signUps: 'Anmeldungen',
          recent: 'In 30 Tagen',
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
          state: 'Zustand',
          confirmedAt: 'Bestätigt',
          address: 'IP-Adresse',
          agent: 'Browser',
        },
      },
    },
  },
  en: {
    errors: {
      newsletter: {
        unknownSubscriber: 'There is no contact %{id}.',
      } satisfies ErrorTexts<typeof newsletterErrors>,
    },
    newsletter: {
      consents: 'Consents',
      categoriesHelp: 'Whoever signs up gains these categories.',
      doubleOptInHelp: 'The sign-up holds when the link in the e-mail has been confirmed.',
      mail: 'Confirmation mail',
      mailHelp:
        'Empty: the text in German and English that the preview shows. A text of your own needs {{link}}.',
      link: 'link that confirms',
      counts:
        'One sign-up, %{recent} in the last 30 days, %{confirmed} confirmed. |||| %{smart_count} sign-ups, %{recent} in the last 30 days, %{confirmed} confirmed.',
      show: 'Show',
      snippet: 'For the website',
      snippetText:
        'This is how the website’s server hands on a sign-up. The token belongs on the server, never in the page; it is best narrowed to this one operation.',
      byEmail: 'E-mail begins with',
      from: 'From',
      to: 'To',
      state: { given: 'given', pending: 'waits for confirmation', confirmed: 'confirmed' },
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
          mailSubject: 'Subject',
          mailBody: 'Text',
          signUps: 'Sign-ups',
          recent: 'In 30 days',
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
          state: 'State',
          confirmedAt: 'Confirmed',
          address: 'IP address',
          agent: 'Browser',
        },
      },
    },
  },
})
