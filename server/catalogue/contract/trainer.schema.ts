// Trainers of a date.
import Type, { type Static } from 'typebox'
import { answerProperties, renamed } from '../../platform/database/fields.ts'
import { described, record } from '../../platform/ground/schema.ts'
import { trainerFields } from '../records/reference-fields.ts'
import { DateOrNone, Text } from './child-rows.schema.ts'

/** An upcoming date of a trainer. Here, the id is a text. */
export const NextDate = record(
  described(
    { date_id: Text, title: Text, date_start: DateOrNone, date_end: DateOrNone },
    {
      date_id: 'Id of the date, as a text',
      title: 'Title',
      date_start: 'First day, `YYYY-MM-DD`; "": none',
      date_end: 'Last day, `YYYY-MM-DD`; "": none',
    },
  ),
  'NextDate',
  'An upcoming date of a trainer',
)
export type NextDate = Static<typeof NextDate>

export const trainerColumns = renamed(trainerFields, {
  trainer_identifier: 'identifier',
  salutation: 'salutation',
  trainer_firstname: 'firstName',
  trainer_lastname: 'lastName',
  trainer_title: 'title',
  trainer_company: 'company',
  trainer_description_html: 'descriptionHtml',
  trainer_image_url: 'imageUrl',
})

export const Trainer = record(
  described(
    { ...answerProperties(trainerColumns), next_dates: Type.Array(NextDate) },
    {
      trainer_identifier: 'Identifier',
      salutation: '`mr`, `ms` or "" (none)',
      trainer_firstname: 'First name',
      trainer_lastname: 'Last name',
      trainer_title: 'Academic title, such as `Dr.`',
      trainer_company: 'Company',
      trainer_description_html: 'Description in HTML',
      trainer_image_url: 'Address of a picture',
      next_dates: 'Upcoming dates; empty without `nextDatesTrainers`',
    },
  ),
  'Trainer',
  'A trainer of a date',
)
export type Trainer = Static<typeof Trainer>
