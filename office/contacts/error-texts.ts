import type { contactErrors } from '../../server/addresses/contact.errors.ts'
import type { ErrorTexts } from '../shell/language/texts.ts'

type Texts = ErrorTexts<typeof contactErrors>

export const contactErrorTexts: { de: Texts; en: Texts } = {
  de: {
    unknownContact: 'muss ein vorhandener Kontakt sein',
    unknownCompany: 'diese Firma gibt es nicht',
    unknownCategory: 'diese Kontaktkategorie gibt es nicht',
    unknownAddressType: 'diesen Adresstyp gibt es nicht',
    unknownTemplate: 'diese E-Mail-Vorlage gibt es nicht',
    unknownNewsletterService: 'ist kein Newsletter-Dienst',
    incompleteNewsletter: 'muss ausgefüllt sein, wenn die andere der beiden Angaben gemacht ist',
    companyOfPersonOnly: 'kann nur bei Personen angegeben werden',
    contradictoryCompany: 'ist eine andere Firma als die namentlich angegebene',
    sameContact: 'Es gibt schon einen Kontakt mit dieser E-Mail-Adresse und diesem Namen.',
    sameCompany: 'Es gibt schon eine Firma mit diesem Namen.',
    foreignRow: 'gehört nicht zu diesem Kontakt',
    repeatedEmail: 'ist doppelt angegeben',
    severalDefaults: 'kann nur einmal gesetzt sein',
    billedAddressMissing: 'die Adresse, an die eine Rechnungsbestätigung ging, muss bleiben',
    tooManyRows: 'die Liste muss auf höchstens %{max} Zeilen eingegrenzt werden',
    hasOrders:
      'Der Kontakt kann nicht gelöscht werden: Er hat Anmeldungen. Er kann mit einem anderen zusammengeführt werden.',
    hasBookings:
      'Der Kontakt kann nicht gelöscht werden: Er hat Buchungen. Er kann mit einem anderen zusammengeführt werden.',
    hasInvoiceConfirmations:
      'Der Kontakt kann nicht gelöscht werden: Er hat Rechnungsbestätigungen. Er kann mit einem anderen zusammengeführt werden.',
    hasInvoicesToAddress:
      'Der Kontakt kann nicht gelöscht werden: An seine Adresse gingen Rechnungsbestätigungen. Er kann mit einem anderen zusammengeführt werden.',
    hasLeads:
      'Der Kontakt kann nicht gelöscht werden: Er hat Leads. Er kann mit einem anderen zusammengeführt werden.',
    hasTasks:
      'Der Kontakt kann nicht gelöscht werden: Er hat Aufgaben. Er kann mit einem anderen zusammengeführt werden.',
    hasConsents:
      'Der Kontakt kann nicht gelöscht werden: Er hat Newsletter-Einwilligungen. Er kann mit einem anderen zusammengeführt werden.',
    hasPersons:
      'Der Kontakt kann nicht gelöscht werden: Zu der Firma gehören Personen. Er kann mit einem anderen zusammengeführt werden.',
    hasAddressesOfPersons:
      'Der Kontakt kann nicht gelöscht werden: Zu der Firma gehören Adressen von Personen. Er kann mit einem anderen zusammengeführt werden.',
    hasDatesAtLocation:
      'Der Kontakt kann nicht gelöscht werden: An diesem Ort finden Termine statt. Er kann mit einem anderen zusammengeführt werden.',
    hasDatesOfTrainer:
      'Der Kontakt kann nicht gelöscht werden: Er ist Trainer von Terminen. Er kann mit einem anderen zusammengeführt werden.',
    usedByOthers: 'Der Kontakt kann nicht gelöscht werden: Ein anderer Mandant braucht ihn.',
    hasMergedContacts:
      'Der Kontakt kann nicht gelöscht werden: Andere Kontakte wurden mit ihm zusammengeführt. Er kann mit einem anderen zusammengeführt werden.',
    mergeWithItself: 'ist derselbe Eintrag',
    otherContactType: 'ist ein Eintrag anderer Art',
    unknownMerge: 'Der Kontakt %{id} wurde mit keinem anderen zusammengeführt.',
    mergedSince:
      'Der Eintrag, mit dem er zusammengeführt wurde, ist seitdem selbst mit einem anderen zusammengeführt worden. Bitte zuerst das rückgängig machen.',
    unknownPair: 'Einen der beiden Kontakte gibt es nicht mehr.',
  },
  en: {
    unknownContact: 'is not a contact',
    unknownCompany: 'this company does not exist',
    unknownCategory: 'this contact category does not exist',
    unknownAddressType: 'this address type does not exist',
    unknownTemplate: 'this e-mail template does not exist',
    unknownNewsletterService: 'is not a newsletter service',
    incompleteNewsletter: 'is required if the other of the two is given',
    companyOfPersonOnly: 'can be set for persons only',
    contradictoryCompany: 'is not the company that is named',
    sameContact: 'A contact with this e-mail address and last name exists already.',
    sameCompany: 'A company with this name exists already.',
    foreignRow: 'does not belong to this contact',
    repeatedEmail: 'is given more than once',
    severalDefaults: 'can be set only once',
    billedAddressMissing: 'the address that an invoice confirmation refers to must stay',
    tooManyRows: 'the list must be narrowed to at most %{max} rows',
    hasOrders: 'The contact cannot be deleted: it has orders. Merge it with another one instead.',
    hasBookings: 'The contact cannot be deleted: it has bookings. Merge it with another one instead.',
    hasInvoiceConfirmations:
      'The contact cannot be deleted: it has invoice confirmations. Merge it with another one instead.',
    hasInvoicesToAddress:
      'The contact cannot be deleted: invoice confirmations refer to its address. Merge it with another one instead.',
    hasLeads: 'The contact cannot be deleted: it has leads. Merge it with another one instead.',
    hasTasks: 'The contact cannot be deleted: it has tasks. Merge it with another one instead.',
    hasConsents:
      'The contact cannot be deleted: it has newsletter consents. Merge it with another one instead.',
    hasPersons: 'The contact cannot be deleted: it has persons. Merge it with another one instead.',
    hasAddressesOfPersons:
      'The contact cannot be deleted: addresses of persons belong to it. Merge it with another one instead.',
    hasDatesAtLocation:
      'The contact cannot be deleted: dates take place at this location. Merge it with another one instead.',
    hasDatesOfTrainer:
      'The contact cannot be deleted: it is the trainer of dates. Merge it with another one instead.',
    usedByOthers: 'The contact cannot be deleted: another client uses it.',
    hasMergedContacts:
      'The contact cannot be deleted: other contacts were merged into it. Merge it with another one instead.',
    mergeWithItself: 'is the same record',
    otherContactType: 'is a record of another type',
    unknownMerge: 'Contact %{id} was not merged into another one.',
    mergedSince: 'The record it was merged into has itself been merged since. Please undo that merge first.',
    unknownPair: 'One of the two contacts does not exist any more.',
  },
}
