// One record of each kind, and for each operation a request that succeeds with them.
import { sql } from 'kysely'
import { fixtureSql as catalogue } from './catalogue-data.ts'
import type { TestInstance } from './test-instance.ts'

type SampleRequest = {
  path: string
  body?: object
  payload?: Buffer
  headers?: Record<string, string>
}

const records = `
insert into client (id, name) values (2, 'Akademie Nord'), (3, 'Akademie Süd');
insert into contact_category values (1, 'Interessenten'), (2, 'Firmen'), (3, 'Trainer');
insert into communication_template (id, name) values (1, 'Willkommen');
insert into newsletter_form (id, name, client_id, double_opt_in, last_name_required) values
  (1, 'Website', 1, false, false), (2, 'Messe', 1, true, false), (3, 'Fachinfo', 2, false, true);
insert into newsletter_form_category values (1, 1), (2, 1), (2, 3);
insert into contact (id, contact_type, first_name, last_name, last_name_key, company_id) values
  (101, 'company', '', 'Lindner GmbH', 'lindner gmbh', null), (102, 'person', 'Sabine', 'Lindner', 'lindner', 101);
insert into contact_in_category values (102, 1), (102, 3), (101, 2);
insert into address (id, contact_id, address_type_id, is_default, is_invoice, is_invoice_send, parent_contact_id, street) values
  (101, 101, 1, true, false, false, null, 'Werkstraße'), (102, 102, 1, true, false, false, 101, 'Hauptstraße'),
  (103, 102, 3, false, true, false, null, 'Postfach'), (104, 102, 4, false, false, true, null, 'Versand');
insert into email_address (contact_id, address_id, email, email_key, is_default) values
  (102, 102, 'Sabine@Lindner.example', 'sabine@lindner.example', true),
  (102, 103, 'rechnung@lindner.example', 'rechnung@lindner.example', false);
insert into contact_identity values ('sabine@lindner.example', 'lindner', 102), ('rechnung@lindner.example', 'lindner', 102);
insert into lead_category values (1, 1, 'Offene Seminare'), (2, 2, 'Nord');
insert into lead (id, client_id, name, category_id) values (11, 1, 'Anfrage', 1);
insert into lead_contact values (11, 102);
insert into task (id, client_id, kind, subject) values (21, 1, 'todo', 'Anruf');
insert into article (id, article_no, name, price, vat_rate, unit) values (31, 'TP', 'Tagungspauschale', 69.5, 19, 'day');
update event_date set client_id = 1 where id = 10;
insert into booking (id, contact_id, date_id, status) values (41, 102, 10, 'booked');
`

const tablesWithSequence = [
  'client',
  'contact_category',
  'communication_template',
  'newsletter_form',
  'contact',
  'address',
  'lead_category',
  'lead',
  'task',
  'article',
  'booking',
  'event',
  'event_date',
]

/** Fills an instance. The administrator (user 1) is a CRM user of client 1 only. */
export async function insertSamples({ db }: TestInstance): Promise<void> {
  await sql.raw(catalogue + records).execute(db)
  for (const table of tablesWithSequence)
    await sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 1000)`).execute(db)
}

/** For each operation a request that succeeds on the samples; `round` makes repeated POSTs different. */
export const samples: Record<string, (round: number) => SampleRequest> = {
  createContact: (round) => ({
    path: '/contacts',
    body: { lastName: `Neu ${round}`, email: 'neu@kontor.example' },
  }),
  getContact: () => ({ path: '/contacts/102' }),
  updateContact: (round) => ({ path: '/contacts/102', body: { position: `Leitung ${round}` } }),
  searchContactsByEmail: () => ({ path: '/contacts/search/email/sabine@lindner.example' }),
  searchContactsByCategory: () => ({ path: '/contacts/search/category/1,3' }),
  createCompany: (round) => ({ path: '/companies', body: { name: `Firma ${round}` } }),
  getCompany: () => ({ path: '/companies/101' }),
  updateCompany: (round) => ({ path: '/companies/101', body: { name2: `Werk ${round}` } }),
  subscribeToNewsletter: (round) => ({
    path: '/newsletter/subscribe/1',
    body: { email: `leser${round}@kontor.example` },
  }),
  importParticipantMail: (round) => ({ path: '/mail/participant/41', body: { subject: `Mail ${round}` } }),
  importLeadMail: (round) => ({ path: '/mail/crmlead/11', body: { subject: `Mail ${round}` } }),
  importTodo: (round) => ({ path: '/todo/import', body: { subject: `To-do ${round}` } }),
  uploadAttachment: (round) => ({
    path: '/attachment/crm/21/Angebot.pdf',
    payload: Buffer.from(`Datei ${round}`),
    headers: { 'content-type': 'application/octet-stream' },
  }),
  createLead: (round) => ({
    path: '/leads/createLead',
    body: { leadContact: 102, subject: `Anfrage ${round}` },
  }),
  searchLeads: () => ({ path: '/leads/search/cid/102' }),
  findLeadCategories: () => ({ path: '/leadCategories/findByClientId' }),
  findCrmUsers: () => ({ path: '/users/crmUsers' }),
  createInvoiceConfirmation: (round) => ({
    path: '/invoiceConfirm',
    body: {
      contactId: 102,
      elements: [
        { resTyp: 'ART', resId: 31, dateStart: '2026-10-12', dateEnd: `2026-10-${12 + (round % 10)}` },
      ],
    },
  }),
  searchParticipations: () => ({ path: '/participations/search/cid/102/3' }),
  getEvents: () => ({ path: '/events' }),
}
