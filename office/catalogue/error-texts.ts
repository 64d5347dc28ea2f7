// Texts of the errors of the catalogue, and of the findings of the check before publishing.
import type { eventErrors, publishingErrors } from '../../server/catalogue/events/event.errors.ts'
import type { eventQueryErrors } from '../../server/catalogue/read-model/query.errors.ts'
import type { referenceErrors } from '../../server/catalogue/references/references.errors.ts'
import type { ErrorTexts } from '../shell/language/texts.ts'

interface CatalogueErrorTexts {
  events: ErrorTexts<typeof eventErrors>
  publishing: ErrorTexts<typeof publishingErrors>
  catalogue: ErrorTexts<typeof referenceErrors>
  eventQuery: ErrorTexts<typeof eventQueryErrors>
}

export const errorsDe = {
  events: {
    hasDates:
      'Die Veranstaltung hat Termine (%{count}). Bitte zuerst die Termine löschen oder die Veranstaltung von der Website nehmen.',
    isModule: 'Die Veranstaltung ist Modul von Reihen (%{count}).',
    tooFewChoices: 'Geben Sie mindestens zwei Antworten an, eine je Zeile.',
    otherChoices: 'Geben Sie so viele Antworten an wie auf Deutsch: %{count}.',
    hasFindings: 'Die Prüfung vor dem Veröffentlichen hat Fehler gefunden (%{count}).',
  },
  publishing: {
    noTitle: 'Der Titel fehlt.',
    noDescription: 'Beschreibung und Kurztext fehlen.',
    noCategory: 'Die Veranstaltung ist in keiner Kategorie und wird auf der Website kaum gefunden.',
    noPrice: 'Es gibt keinen Preis.',
    emptyPrice: 'Preis %{row} hat keinen Betrag.',
    incompletePrice: 'Bei Preis %{row} fehlt der Netto- oder der Bruttobetrag.',
    priceMismatch: 'Preis %{row}: %{net} netto und %{gross} brutto passen nicht zu %{vat} % Mehrwertsteuer.',
    noDates: 'Es gibt keine kommenden Termine.',
    unpublishedDates: 'Kein kommender Termin ist veröffentlicht (%{count} sind es nicht).',
    eventUnpublished:
      'Die Veranstaltung ist nicht veröffentlicht. Die Website zeigt den Termin nur zusammen mit ihr.',
    noStartDate: 'Der Termin hat kein Datum.',
    pastDate: 'Der Termin liegt in der Vergangenheit.',
    cancelled: 'Der Termin findet laut Status nicht statt.',
    noStatus: 'Der Termin hat keinen Status und ist nicht buchbar.',
    inactive: 'Der Termin ist nicht aktiv.',
    notBookable: 'Die Buchung ist abgeschaltet.',
    displayReversed: 'Der Anzeigezeitraum endet (%{end}), bevor er beginnt (%{start}).',
    displayOver: 'Der Anzeigezeitraum ist seit %{day} vorbei.',
    bookingClosed: 'Der Buchungszeitraum ist seit %{day} vorbei.',
    bookingAfterStart: 'Gebucht werden kann bis %{day}, obwohl der Termin am %{start} beginnt.',
    noSeats: 'Der Termin hat keine Plätze.',
    noTrainer: 'Der Termin hat keinen Trainer.',
    noLocation: 'Der Termin hat keinen Ort.',
    noModules: 'Andere Termine der Veranstaltung sind Reihen, dieser hat keine Module.',
    emptyModule: 'Modul %{module} hat keinen Termin.',
  },
  catalogue: {
    catalogueHasCategories: 'Der Katalog hat Kategorien: „%{names}“ (%{count}).',
    catalogueHasDates: 'Der Katalog hat Termine: „%{names}“ (%{count}).',
    categoryHasSubcategories: 'Die Kategorie hat Unterkategorien: „%{names}“ (%{count}).',
    categoryHasEvents: 'Veranstaltungen haben diese Kategorie: „%{names}“ (%{count}).',
    categoryBelowItself: 'darf nicht die Kategorie selbst oder eine ihrer Unterkategorien sein',
    catalogueOfParent: 'muss der Katalog der übergeordneten Kategorie sein',
    trainerHasDates: 'Der Trainer hat Termine: „%{names}“ (%{count}).',
    identifierTaken: 'gehört schon zu Trainer %{trainerId}',
    notPerson: 'muss eine Person sein',
    locationHasDates: 'An dem Ort finden Termine statt: „%{names}“ (%{count}).',
    roomHasDates: 'In dem Raum finden Termine statt: „%{names}“ (%{count}).',
    travelToItself: 'muss ein anderer Ort sein',
    fileInUse: 'Die Datei wird verwendet: „%{names}“ (%{count}).',
    storedFilePath: 'lässt sich nicht ändern, weil Kontor die Datei speichert',
    contentNotStored: 'Kontor speichert den Inhalt der Datei %{fileId} nicht.',
  },
  eventQuery: {
    endBeforeStart: 'darf nicht vor dem Beginn liegen',
    trainersNotRequested: 'setzt mainDateTrainer oder allDateTrainers voraus',
    unknownFileSelection: '%{value} ist kein Zugriffsrecht, keine Dateinummer und nicht „all“',
  },
} satisfies CatalogueErrorTexts

export const errorsEn = {
  events: {
    hasDates: 'The event has dates (%{count}). Delete them first, or unpublish the event.',
    isModule: 'The event is a module of series (%{count}).',
    tooFewChoices: 'Enter at least two choices, one for each line.',
    otherChoices: 'Enter as many choices as in German: %{count}.',
    hasFindings: 'The check before publishing found errors (%{count}).',
  },
  publishing: {
    noTitle: 'The title is missing.',
    noDescription: 'The event has neither a description nor a teaser.',
    noCategory: 'The event is in no category, so visitors of the website will hardly find it.',
    noPrice: 'There is no price.',
    emptyPrice: 'Price %{row} has no amount.',
    incompletePrice: 'Price %{row} lacks its net or its gross amount.',
    priceMismatch: 'Price %{row}: %{net} net and %{gross} gross do not match at %{vat} % VAT.',
    noDates: 'The event has no upcoming dates.',
    unpublishedDates: 'No upcoming date is published (%{count} are not).',
    eventUnpublished: 'The event is not published. The website shows the date only together with it.',
    noStartDate: 'The date has no start date.',
    pastDate: 'The date is in the past.',
    cancelled: 'The date does not go ahead, according to its status.',
    noStatus: 'The date has no status and cannot be booked.',
    inactive: 'The date is not active.',
    notBookable: 'Booking is switched off.',
    displayReversed: 'The display period ends (%{end}) before it starts (%{start}).',
    displayOver: 'The display period ended on %{day}.',
    bookingClosed: 'The booking period ended on %{day}.',
    bookingAfterStart: 'The booking period ends on %{day}, after the start of the date (%{start}).',
    noSeats: 'The date has no seats.',
    noTrainer: 'The date has no trainer.',
    noLocation: 'The date has no location.',
    noModules: 'Other dates of the event are series, but this one has no modules.',
    emptyModule: 'Module %{module} has no date.',
  },
  catalogue: {
    catalogueHasCategories: 'The catalogue has categories: “%{names}” (%{count}).',
    catalogueHasDates: 'The catalogue has dates: “%{names}” (%{count}).',
    categoryHasSubcategories: 'The category has subcategories: “%{names}” (%{count}).',
    categoryHasEvents: 'Events have this category: “%{names}” (%{count}).',
    categoryBelowItself: 'must not be the category itself or one of its subcategories',
    catalogueOfParent: 'must be the catalogue of the parent category',
    trainerHasDates: 'The trainer has dates: “%{names}” (%{count}).',
    identifierTaken: 'is the identifier of trainer %{trainerId}',
    notPerson: 'must be a person',
    locationHasDates: 'Dates take place at this location: “%{names}” (%{count}).',
    roomHasDates: 'Dates take place in the room: “%{names}” (%{count}).',
    travelToItself: 'must be another location',
    fileInUse: 'The file is in use: “%{names}” (%{count}).',
    storedFilePath: 'cannot be changed, because Kontor stores the file',
    contentNotStored: 'Kontor does not store the content of file %{fileId}.',
  },
  eventQuery: {
    endBeforeStart: 'must not be before the start',
    trainersNotRequested: 'needs mainDateTrainer or allDateTrainers',
    unknownFileSelection: '%{value} is neither an access right, a file number nor “all”',
  },
} satisfies CatalogueErrorTexts
