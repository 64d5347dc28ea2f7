// Data set: attendance by half day.
import Type from 'typebox'
import { bool, day, id, text } from '../../platform/database/fields.ts'
import { IsoDate } from '../../platform/ground/schema.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import { tableSection } from '../records/section.ts'

const halfDayOf = (item: { [field: string]: unknown }): string =>
  `${item['partId']} ${item['day']} ${item['half']}`

export const attendance = tableSection({
  name: 'attendance',
  table: 'attendance',
  required: ['partId', 'day', 'half'],
  fields: {
    id: ['id', id],
    partId: ['booking_id', id],
    day: ['day', { ...day, schema: IsoDate }],
    half: ['half', { ...text, schema: Type.Enum(['morning', 'afternoon']) }],
    attended: ['attended', bool],
  },
  references: { partId: 'participation' },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'half', halfDayOf),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'attendance',
      column: `booking_id || ' ' || day || ' ' || half`,
      field: 'half',
      value: halfDayOf,
      name: 'attendance',
    }),
})
