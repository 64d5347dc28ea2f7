import { defineErrors } from '../../platform/ground/error-text.ts'

export const referenceErrors = defineErrors('catalogue', {
  catalogueHasCategories: 'The catalogue has categories: "{names}" ({count}).',
  catalogueHasDates: 'The catalogue has dates: "{names}" ({count}).',
  categoryHasSubcategories: 'The category has subcategories: "{names}" ({count}).',
  categoryHasEvents: 'The category is used by events: "{names}" ({count}).',
  categoryBelowItself: 'must not be the category itself or one of its subcategories',
  catalogueOfParent: 'must be the catalogue of the parent category',
  trainerHasDates: 'The trainer has dates: "{names}" ({count}).',
  identifierTaken: 'is the identifier of trainer {trainerId}',
  notPerson: 'must be a person',
  roomHasDates: 'Dates take place in the room: {names} ({count}).',
  locationHasDates: 'The location has dates: "{names}" ({count}).',
  travelToItself: 'must be another location',
  fileInUse: 'The file is used: "{names}" ({count}).',
  storedFilePath: 'cannot be changed, because Kontor stores the file',
  contentNotStored: 'Kontor does not store the content of file {fileId}.',
})
