// Data set: images of events, trainers and locations. Their sizes for websites are made again.
import Type from 'typebox'
import {
  creationTimestamp,
  hex,
  id,
  integer,
  reference,
  shortText,
  size,
  text,
} from '../../platform/database/fields.ts'
import { reportDuplicates } from '../records/duplicates.ts'
import { blankPattern, hashPattern, imagePathPattern } from '../records/record-errors.ts'
import { type Item, tableSection } from '../records/section.ts'

const pixels = { ...integer, schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }
const owners = ['eventId', 'trainerId', 'locationId'] as const

const ownerOf = (item: Item): string => owners.map((field) => `${field} ${item[field]}`).join(' ')

export const images = tableSection({
  name: 'images',
  table: 'image',
  required: ['altText', 'mediaType', 'width', 'height', 'path', 'size', 'sha256'],
  references: { eventId: 'event', trainerId: 'trainer', locationId: 'contact' },
  fields: {
    id: ['id', id],
    eventId: ['event_id', reference],
    trainerId: ['trainer_id', reference],
    locationId: ['location_id', reference],
    altText: ['alt_text', { ...shortText, schema: Type.String({ pattern: blankPattern, maxLength: 255 }) }],
    mediaType: ['media_type', shortText],
    width: ['width', pixels],
    height: ['height', pixels],
    path: ['path', { ...text, schema: Type.String({ pattern: imagePathPattern }) }],
    size: ['size', { ...size, schema: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }],
    sha256: ['sha256', { ...hex, schema: Type.String({ pattern: hashPattern }) }],
    uploadedAt: ['uploaded_at', creationTimestamp],
  },
  validate(records, { errors }) {
    records.items.forEach((item, index) => {
      if (owners.filter((field) => item[field] !== 0).length !== 1)
        errors.add(records.pointer(index), 'must have one of eventId, trainerId and locationId')
    })
    reportDuplicates(records, errors, 'id', ownerOf)
  },
})
