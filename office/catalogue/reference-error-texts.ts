// Texts of the errors of catalogues, categories, trainers, locations and files.
import type { referenceErrors } from '../../server/catalogue/references/references.errors.ts'
import type { ErrorTexts } from '../shell/app/section.ts'

export const referenceErrorsDe: ErrorTexts<typeof referenceErrors> = {
  catalogueHasCategories: 'Der Katalog hat Kategorien: „%{names}“ (%{count}).',
  catalogueHasDates: 'Der Katalog hat Termine: „%{names}“ (%{count}).',
  categoryHasSubcategories: 'Die Kategorie hat Unterkategorien: „%{names}“ (%{count}).',
  categoryHasEvents: 'Veranstaltungen haben diese Kategorie: „%{names}“ (%{count}).',
  categoryBelowItself: 'darf nicht die Kategorie selbst oder eine unter ihr sein',
  catalogueOfParent: 'muss der Katalog der übergeordneten Kategorie sein',
  trainerHasDates: 'Der Trainer hat Termine: „%{names}“ (%{count}).',
  identifierTaken: 'hat schon Trainer %{trainerId}',
  notPerson: 'muss eine Person sein',
  locationHasDates: 'Der Ort hat Termine: „%{names}“ (%{count}).',
  fileInUse: 'Die Datei wird benutzt: „%{names}“ (%{count}).',
  storedFilePath: 'lässt sich nicht ändern, weil die Datei hier gespeichert ist',
  contentNotStored: 'Der Inhalt der Datei %{fileId} ist nicht hier gespeichert.',
}

export const referenceErrorsEn: ErrorTexts<typeof referenceErrors> = {
  catalogueHasCategories: 'The catalogue has categories: “%{names}” (%{count}).',
  catalogueHasDates: 'The catalogue has dates: “%{names}” (%{count}).',
  categoryHasSubcategories: 'The category has subcategories: “%{names}” (%{count}).',
  categoryHasEvents: 'Events have this category: “%{names}” (%{count}).',
  categoryBelowItself: 'must not be the category itself or one below it',
  catalogueOfParent: 'must be the catalogue of the parent category',
  trainerHasDates: 'The trainer has dates: “%{names}” (%{count}).',
  identifierTaken: 'is the identifier of trainer %{trainerId}',
  notPerson: 'must be a person',
  locationHasDates: 'The location has dates: “%{names}” (%{count}).',
  fileInUse: 'The file is in use: “%{names}” (%{count}).',
  storedFilePath: 'cannot be changed, because the file is stored here',
  contentNotStored: 'The content of file %{fileId} is not stored here.',
}
