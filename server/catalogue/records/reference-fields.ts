// The fields of categories, files, trainers and locations, each described once.
import {
  bool,
  choice,
  count,
  fields,
  html,
  linkUpTo,
  longText,
  lookupKey,
  reference,
  shortText,
  textUpTo,
} from '../../platform/database/fields.ts'

export const categoryFields = fields({
  language: shortText,
  name: shortText,
  description: html,
  footerDescription: html,
  color: shortText,
  fontIcon: shortText,
  imageFileName: shortText,
  imageFileId: count,
  catalogueId: reference,
  parentId: reference,
  isProtected: bool,
})

export const fileFields = fields({
  accessRight: lookupKey,
  name: shortText,
  description: longText,
  path: linkUpTo(2000),
})

/** The treatment of a date at which a trainer or a room is already taken. */
export const overlapChecks = ['off', 'warn', 'forbid'] as const
/** A new trainer or room has `warn`. */
export const overlapCheck = choice(overlapChecks, 'warn')

export const trainerFields = fields({
  identifier: shortText,
  salutation: shortText,
  firstName: shortText,
  lastName: shortText,
  title: shortText,
  company: shortText,
  descriptionHtml: html,
  imageUrl: linkUpTo(2000),
  contactId: reference,
  overlapCheck,
})

/** The fields that a location has beside its contact. */
export const locationFields = fields({ link: linkUpTo(2000), additionalField: textUpTo(2000) })
