// Event catalogue: a small data set that fills every field, for tests.
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'

/** All flags: all parts are loaded. */
export const allFlags: EventQuery = {
  mainDateTrainer: true,
  allDateTrainers: true,
  nextDatesTrainers: 12,
  eventDateFiles: 'all',
  eventMetaData: true,
  dateMetaData: true,
  prices: true,
  ebgData: true,
  eventMetaTags: true,
  hotelQuota: true,
}

export const misc = (first: string) => ({
  misc1: first,
  misc2: '',
  misc3: '',
  misc4: '',
  misc5: '',
  misc6: '',
  misc7: '',
  misc8: '',
  misc9: '',
  misc10: 'ten',
})
export const list = [
  { dropdown_list_id: [{ list_id: '4', name: 'Level', option: [{ entry_id: '9', value: 'a', name: 'A' }] }] },
]
export const tag = {
  meta_language_training: 'de',
  meta_event_type_name: 'Seminar',
  meta_target_group_name: '',
  meta_topic_name: 'Law',
  meta_competence_level_name: '',
  meta_occupation_name: '',
  meta_dropdown_list: list,
}
export const ebg = (value: string) => [
  { deftpl_field: [{ deftpl_description: 'd', deftpl_value: value, deftpl_detfault_description: 'x' }] },
]
const json = (value: unknown) => `'${JSON.stringify(value)}'`

/** Event 1 and date 10 have every field, event 2 and date 20 have none. */
export const fixtureSql = `
insert into catalogue values (1, 'One'), (2, 'Two');
insert into catalogue_category (id, catalogue_id, parent_id, language, name, description, footer_description, color, font_icon, image_file_name, image_file_id, is_protected) values
  (5, 1, null, 'de', 'Law', 'd', 'f', '#fff', 'i', 'p.png', 12, true), (6, null, 5, '', '', '', '', '', '', '', 0, false);
insert into event (id, identifier, title, subtitle, article_no, description_link, teaser, description, requirements, objectives, target_group, itinerary, service, meta_data,
    number_of_days, prospective_allowed, publish_coop_data_allowed, group_discounts, misc, meta_tags, ebg_data) values
  (1, 'i', 't', 's', 'a', 'l', 'te', 'de', 're', 'ob', 'tg', 'it', 'se', 'me', 3, true, true, '{"10 %, from 3","5 %"}', ${json([misc('e')])}, ${json([tag])}, ${json(ebg('event'))}),
  (2, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, false, false, '{}', '[]', '[]', '[]');
insert into event_in_category values (1, 6), (1, 5);
insert into event_price (event_id, position, title, description, gross_price, net_price, currency, vat_rate, vat_included) values
  (1, 2, 'second', '', null, null, '', 0, false), (1, 1, 'first', 'd', 1190, 1000.1, 'EUR', 7.5, true);
insert into catalogue_file values (3, 'public', 'P', 'pd', '/p'), (1, 'internal', 'I', '', '/i'), (4, 'public', 'Q', '', '/q'), (2, 'participants', 'T', '', '/t'), (7, null, 'N', '', '/n');
insert into event_file values (1, 3), (1, 1), (1, 4), (1, 7);
insert into client (id, name) values (9, 'Nine');
insert into event_date (id, event_id, client_id, identifier, title, subtitle, number_of_days, participants_min, participants_max, seats_elsewhere, is_active, is_bookable, has_waiting_list,
    cooperation_partner, article_no, status, format, lesson_units, start_date, start_time, end_date, end_time, booking_start_date, booking_end_date, display_start_date, display_end_date,
    website_booking_link, misc, meta_data, ebg_data) values
  (10, 1, 9, 'di', 'dt', 'ds', 2, 3, 12, 5, true, true, true, 'cp', 'an', 'confirmed', 'hybrid', '16', '2026-09-01', '09:00', '2026-09-02', '17:00', '2026-01-01', '2026-08-31',
    '2026-02-01', '2026-08-30', 'https://b', ${json([misc('d')])}, ${json([{ meta_title: 'mt', meta_dropdown_list: list }])}, ${json(ebg('date'))}),
  (20, 1, null, '', '', '', 0, 0, 0, 0, false, false, false, '', '', null, null, '', null, '', null, '', null, null, null, null, '', '[]', '[]', '[]');
insert into date_catalogue values (10, 2), (10, 1);
insert into date_file values (10, 2), (10, 4);
insert into catalogue_pdf (event_id, date_id, position, name, key, link) values (1, null, 1, 'b', 'k', 'l'), (1, null, 0, 'a', '', ''), (null, 10, 0, 'c', '', '');
insert into conference_package_item (event_id, date_id, position, resource_type, resource_id, name, description, comment, description_html, purchase_price, sales_price, internal_sales_price, currency, tax_included, tax_amount, price_per_day, overwritten_sales_price) values
  (1, null, 0, 'ART', '77', 'Lunch', 'd', 'c', '<p>', 0.1, 0.2, 0.3, 'EUR', true, 19, 1234567890.12, 9.99),
  (null, 10, 0, '', '', '', '', '', '', null, null, null, '', false, null, null, null);
insert into date_partner values (10, 0, 'st', 'hn', 'z', 'c', 'co', 'dep', 'e@x', 'w', 'p');
insert into date_responsible_person values (10, 1, 'mr', 'B', '', '', '', ''), (10, 0, 'ms', 'A', 'F', 'e@x', 'p', 'i');
insert into date_session_day values (10, 0, '2026-09-01', '09:00', '12:00', 'am'), (10, 1, null, '', '', '');
insert into contact (id, contact_type, last_name) values (300, 'location', 'Hall'), (200, 'location', 'Bare');
insert into address (contact_id, address_type_id, is_default, street, house_number, zip, city) values (300, 1, true, 'Street', '5a', '10115', 'Berlin'), (300, 2, false, 'No', '', '', '');
insert into phone (contact_id, type, country_code, area_code, number, is_default) values (300, 'phone', '+49', '', '123', true), (300, 'fax', '+49', '30', '9', true), (300, 'phone', '', '', '4', false);
insert into location values (300, 'https://hall', 'floor 2'), (200, '', '');
insert into date_location values (10, 300), (10, 200);
insert into date_price (id, date_id, position, title, description, gross_price, net_price, currency, vat_rate, vat_included, valid_from, valid_to) values
  (2, 10, 0, 'early', 'd', 99.9, 83.95, 'EUR', 19, false, '2026-01-01', '2026-03-01'), (1, 10, 1, 'late', '', null, null, '', 0, true, null, null);
insert into hotel_quota (id, date_id, data_identifier, name, status, file_url, resource_id, resource_name, room_name, room_beds, room_price, room_currency, room_tax_included, room_tax_amount,
    breakfast_price, breakfast_currency, breakfast_tax_included, breakfast_tax_amount, breakfast_is_mandatory) values
  (8, 10, 'x', 'Inn', 'option', 'u', '5', 'Inn Ltd', 'single', '1', 79.5, 'EUR', true, '7', 12, 'EUR', false, '19', true), (7, 10, '', '', null, '', '', '', '', '', null, '', false, '', null, '', false, '', false);
insert into trainer (id, identifier, salutation, first_name, last_name, title, company, description_html, image_url) values (1, 'T1', 'ms', 'Anna', 'Berg', 'Dr.', 'Co', '<p>', 'img'), (2, 'T2', '', '', 'Cole', '', '', '', '');
insert into date_trainer values (10, 0, 2, false, true), (10, 1, 1, true, true), (20, 0, 1, true, false);
`
