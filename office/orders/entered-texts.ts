// The texts for the entries of a visitor.
import { texts } from '../shell/language/texts.ts'

export const enteredTexts = texts({
  de: {
    orders: {
      entered: {
        as: 'Bucht als',
        consumer: 'Verbraucher',
        business: 'Unternehmen',
        vatId: 'USt-IdNr. %{id}',
        visitorCategory: 'Preisgruppe (zu prüfen)',
        voucher: 'Gutschein',
        utmOf: {
          source: 'Quelle',
          medium: 'Medium',
          campaign: 'Kampagne',
          term: 'Suchbegriff',
          content: 'Inhalt',
        },
        accepted: 'Akzeptiert',
        version: '%{title} (Fassung %{version})',
        assign: 'Firma zuordnen',
        assignTitle: 'Anmeldung der Firma %{company} zuordnen?',
        assignText:
          'Der Name stammt von der Website, niemand hat ihn geprüft. Die Anmeldung und ihre Personen mit dieser Firma erscheinen danach bei der Firma und auf der Seite ihres Links.',
        revoke: 'Links widerrufen',
        revokeTitle: 'Alle Links zu dieser Buchung widerrufen?',
        revokeText:
          'Mit diesen Links lässt sich nichts mehr sehen und ändern. Der Besteller kann sich auf der Website einen neuen zuschicken lassen.',
        help: 'Bekannte Kontakte bleiben unverändert. Bitte übernehmen Sie neue Angaben.',
      },
    },
  },
  en: {
    orders: {
      entered: {
        as: 'Books as',
        consumer: 'Consumer',
        business: 'Business',
        vatId: 'VAT ID %{id}',
        visitorCategory: 'Price category (to be checked)',
        voucher: 'Voucher',
        utmOf: {
          source: 'Source',
          medium: 'Medium',
          campaign: 'Campaign',
          term: 'Search term',
          content: 'Content',
        },
        accepted: 'Accepted',
        version: '%{title} (version %{version})',
        assign: 'Assign to company',
        assignTitle: 'Assign the order to the company %{company}?',
        assignText:
          'The name comes from the website, and nobody has checked it. The order and its people with this company then appear at the company and on the page of its link.',
        revoke: 'Revoke links',
        revokeTitle: 'Revoke all links to this booking?',
        revokeText:
          'These links show and change nothing any more. The orderer can have a new one sent from the website.',
        help: 'Known contacts stay as they are. Please copy new details.',
      },
    },
  },
})
