// Event catalogue: lists of values without identity, kept as jsonb. Every documented field comes back, in the interface's order.
import type { DateMetaData, DropdownList, EbgData, MetaTag, Misc } from '../contract/child-rows.schema.ts'

type Fields = { readonly [name: string]: unknown }

const objectsIn = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const parseMisc = (stored: unknown): Misc[] =>
  objectsIn(stored).map((misc) => ({
    misc1: text(misc['misc1']),
    misc2: text(misc['misc2']),
    misc3: text(misc['misc3']),
    misc4: text(misc['misc4']),
    misc5: text(misc['misc5']),
    misc6: text(misc['misc6']),
    misc7: text(misc['misc7']),
    misc8: text(misc['misc8']),
    misc9: text(misc['misc9']),
    misc10: text(misc['misc10']),
  }))

const parseDropdownLists = (stored: unknown): DropdownList[] =>
  objectsIn(stored).map((entry) => ({
    dropdown_list_id: objectsIn(entry['dropdown_list_id']).map((list) => ({
      list_id: text(list['list_id']),
      name: text(list['name']),
      option: objectsIn(list['option']).map((option) => ({
        entry_id: text(option['entry_id']),
        value: text(option['value']),
        name: text(option['name']),
      })),
    })),
  }))

export const parseMetaTags = (stored: unknown): MetaTag[] =>
  objectsIn(stored).map((tag) => ({
    meta_language_training: text(tag['meta_language_training']),
    meta_event_type_name: text(tag['meta_event_type_name']),
    meta_target_group_name: text(tag['meta_target_group_name']),
    meta_topic_name: text(tag['meta_topic_name']),
    meta_competence_level_name: text(tag['meta_competence_level_name']),
    meta_occupation_name: text(tag['meta_occupation_name']),
    meta_dropdown_list: parseDropdownLists(tag['meta_dropdown_list']),
  }))

export const parseDateMetaData = (stored: unknown): DateMetaData[] =>
  objectsIn(stored).map((entry) => ({
    meta_title: text(entry['meta_title']),
    meta_dropdown_list: parseDropdownLists(entry['meta_dropdown_list']),
  }))

export const parseEbgData = (stored: unknown): EbgData[] =>
  objectsIn(stored).map((entry) => ({
    deftpl_field: objectsIn(entry['deftpl_field']).map((field) => ({
      deftpl_description: text(field['deftpl_description']),
      deftpl_value: text(field['deftpl_value']),
      deftpl_detfault_description: text(field['deftpl_detfault_description']),
    })),
  }))
