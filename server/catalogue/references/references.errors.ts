import { defineErrors } from '../../platform/http/error-text.ts'

export const referenceErrors = defineErrors('catalogue', {
  catalogueHasCategories: 'The catalogue has categories: "{names}" ({count}).',
  catalogueHasDates: 'The catalogue has dates: "{names}" ({count}).',
  categoryHasSubcategories: 'The category has subcategories: "{names}" ({count}).',
  categoryHasEvents: 'The category is used by events: "{names}" ({count}).',
  categoryBelowItself: 'must not be the category itself or one below it',
  catalogueOfParent: 'must be the catalogue of the category above',
  trainerHasDates: 'The trainer has dates: "{names}" ({count}).',
  identifierTaken: 'is that of trainer {trainerId} already',
  notPerson: 'must be a person',
  locationHasDates: 'The location has dates: "{names}" ({count}).',
  fileInUse: 'The file is used: "{names}" ({count}).',
  storedFilePath: 'cannot be changed, because the file is stored here',
  contentNotStored: 'The content of file {fileId} is not stored here.',
})
