// Records that events and dates have in common.
import Type, { type Static } from 'typebox'
import { answerProperties, day, id, renamed, time } from '../../platform/database/fields.ts'
import { described, Id, record } from '../../platform/ground/schema.ts'
import { pdf } from '../records/child-tables.ts'
import { categoryFields, fileFields } from '../records/reference-fields.ts'

/** A text of any length, "" when absent. */
export const Text = Type.String()

/** A calendar date `YYYY-MM-DD` or "". */
export const DateOrNone = day.schema

/** A time of day `HH:MM` or "". */
export const TimeOrNone = time.schema

export const categoryColumns = {
  eventcat_id: ['id', id],
  ...renamed(categoryFields, {
    lang_id: 'language',
    eventcatname_name: 'name',
    eventcat_desc: 'description',
    eventcat_footerdesc: 'footerDescription',
    eventcat_color: 'color',
    font_icon: 'fontIcon',
    diskitem_file: 'imageFileName',
    diskitem_id: 'imageFileId',
    catalog_id: 'catalogueId',
    eventcat_parent: 'parentId',
    catalog_protected: 'isProtected',
  }),
} as const

/** A category; catalog_id, eventcat_parent and diskitem_id are 0 if there is none. */
export const CatalogueCategory = record(
  described(answerProperties(categoryColumns), {
    eventcat_id: 'Id of the category',
    lang_id: 'Language, such as `de`',
    eventcatname_name: 'Name',
    eventcat_desc: 'Description in HTML',
    eventcat_footerdesc: 'Text below its list, in HTML',
    eventcat_color: 'Colour, such as `#2b39a8`',
    font_icon: 'Name of an icon',
    diskitem_file: 'File name of the picture',
    diskitem_id: 'Id of the picture’s file; 0: none',
    catalog_id: 'Id of the catalogue; 0: none',
    eventcat_parent: 'Id of the category above; 0: none',
    catalog_protected: 'Whether the catalogue is protected',
  }),
  'CatalogueCategory',
  'A category of events',
)
export type CatalogueCategory = Static<typeof CatalogueCategory>

/** The free fields of an event or a date. */
export const Misc = record(
  described(
    {
      misc1: Text,
      misc2: Text,
      misc3: Text,
      misc4: Text,
      misc5: Text,
      misc6: Text,
      misc7: Text,
      misc8: Text,
      misc9: Text,
      misc10: Text,
    },
    {
      misc1: 'Free field 1',
      misc2: 'Free field 2',
      misc3: 'Free field 3',
      misc4: 'Free field 4',
      misc5: 'Free field 5',
      misc6: 'Free field 6',
      misc7: 'Free field 7',
      misc8: 'Free field 8',
      misc9: 'Free field 9',
      misc10: 'Free field 10',
    },
  ),
  'Misc',
  'Free fields of an event or a date; the instance decides what they mean',
)
export type Misc = Static<typeof Misc>

/** One entry of a dropdown list structure; `dropdown_list_id` is a literal key. */
export const DropdownList = record(
  described(
    {
      dropdown_list_id: Type.Array(
        record(
          described(
            {
              list_id: Text,
              name: Text,
              option: Type.Array(
                record(
                  described(
                    { entry_id: Text, value: Text, name: Text },
                    { entry_id: 'Id of the entry', value: 'Its value', name: 'Its name' },
                  ),
                ),
              ),
            },
            { list_id: 'Id of the list', name: 'Name of the list', option: 'The entries chosen' },
          ),
        ),
      ),
    },
    { dropdown_list_id: 'The lists; the key has this name literally' },
  ),
  'DropdownList',
  'Values chosen from drop-down lists',
)
export type DropdownList = Static<typeof DropdownList>

export const MetaTag = record(
  described(
    {
      meta_language_training: Text,
      meta_event_type_name: Text,
      meta_target_group_name: Text,
      meta_topic_name: Text,
      meta_competence_level_name: Text,
      meta_occupation_name: Text,
      meta_dropdown_list: Type.Array(DropdownList),
    },
    {
      meta_language_training: 'Language of the training',
      meta_event_type_name: 'Type of event',
      meta_target_group_name: 'Target group',
      meta_topic_name: 'Topic',
      meta_competence_level_name: 'Level of competence',
      meta_occupation_name: 'Occupation',
      meta_dropdown_list: 'Further keywords, chosen from lists',
    },
  ),
  'MetaTag',
  'Keywords of an event',
)
export type MetaTag = Static<typeof MetaTag>

export const DateMetaData = record(
  described(
    { meta_title: Text, meta_dropdown_list: Type.Array(DropdownList) },
    { meta_title: 'Title', meta_dropdown_list: 'Values chosen from lists' },
  ),
  'DateMetaData',
  'Meta data of a date',
)
export type DateMetaData = Static<typeof DateMetaData>

/** The interface's spelling of `deftpl_detfault_description` is part of the contract. */
export const EbgData = record(
  described(
    {
      deftpl_field: Type.Array(
        record(
          described(
            { deftpl_description: Text, deftpl_value: Text, deftpl_detfault_description: Text },
            {
              deftpl_description: 'Description of the field',
              deftpl_value: 'Its value',
              deftpl_detfault_description: 'Its description by default; the name is spelt so',
            },
          ),
        ),
      ),
    },
    { deftpl_field: 'The fields of the template' },
  ),
  'EbgData',
  'EBG data (fields of templates) of an event or a date',
)
export type EbgData = Static<typeof EbgData>

export const fileColumns = {
  diskitem_id: ['id', id],
  ...renamed(fileFields, {
    access_right: 'accessRight',
    name: 'name',
    description: 'description',
    path: 'path',
  }),
} as const

/** A file of an event or of one of its dates; event_id is the event's in both. */
export const CatalogueFile = record(
  described(
    { event_id: Id, ...answerProperties(fileColumns) },
    {
      event_id: 'Id of the event, for a file of a date as well',
      diskitem_id: 'Id of the file',
      access_right: '`public`, `participants` or `internal`; the instance may have further values',
      name: 'Name',
      description: 'Description',
      path: 'Path or address',
    },
  ),
  'CatalogueFile',
  'A file of an event or of one of its dates',
)
export type CatalogueFile = Static<typeof CatalogueFile>

export const pdfFields = renamed(pdf('event_id').fields, {
  pdf_name: 'name',
  pdf_key: 'key',
  pdf_link: 'link',
})
export const CataloguePdf = record(
  described(answerProperties(pdfFields), {
    pdf_name: 'Name',
    pdf_key: 'Key of the document',
    pdf_link: 'Address',
  }),
  'CataloguePdf',
  'A PDF of an event or a date',
)
export type CataloguePdf = Static<typeof CataloguePdf>

export const GroupDiscount = record(
  described({ discount_string: Text }, { discount_string: 'The discount in words' }),
  'GroupDiscount',
  'A discount for groups',
)
export type GroupDiscount = Static<typeof GroupDiscount>
