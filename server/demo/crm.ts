// The demo's data set: articles, templates, newsletter forms and tasks.
import type { Contact } from '../contacts/contact.schema.ts'
import type { Booking } from './bookings.ts'
import { addDays } from './days.ts'
import type { Lead } from './leads.ts'
import type { Random } from './random.ts'

const article = (
  id: number,
  articleNo: string,
  name: string,
  description: string,
  price: number,
  taxAmount: number,
  unit: 'piece' | 'day',
  taxIncluded = false,
) => ({
  id,
  articleNo,
  name,
  description,
  price,
  currency: 'EUR',
  taxAmount,
  taxIncluded,
  unit,
})
export const articles = [
  article(
    1,
    'TP-100',
    'Tagungspauschale ganztägig',
    'Mittagessen, zwei Kaffeepausen und Tagungsgetränke',
    59,
    19,
    'day',
  ),
  article(2, 'TP-050', 'Tagungspauschale halbtägig', 'Kaffeepause und Tagungsgetränke', 29.5, 19, 'day'),
  article(
    3,
    'HZ-001',
    'Einzelzimmer mit Frühstück',
    'Übernachtung im Tagungshotel, je Nacht',
    98,
    7,
    'day',
    true,
  ),
  article(
    4,
    'BU-001',
    'Fachbuch zum Seminar',
    'Ausgewählte Begleitlektüre, gebunden',
    34.9,
    7,
    'piece',
    true,
  ),
  article(5, 'MK-016', 'Moderationskoffer', 'Leihgebühr je Tag, für 16 Personen', 25, 19, 'day'),
  article(
    6,
    'ZE-001',
    'Zertifikat mit Prüfung',
    'Prüfungsgebühr und Ausfertigung der Urkunde',
    180,
    0,
    'piece',
  ),
  article(7, 'CO-060', 'Einzelcoaching 60 Minuten', 'Nachbereitung per Videogespräch', 140, 19, 'piece'),
  article(8, 'LP-014', 'Leihnotebook', 'Schulungsrechner mit Büroprogrammen', 19, 19, 'day'),
  article(9, 'PA-001', 'Parkplatz in der Tiefgarage', 'Stellplatz am Tagungsort', 12, 19, 'day', true),
  article(10, 'ON-010', 'Technikbegleitung online', 'Zweite Person für Technik und Chat', 240, 19, 'day'),
  article(11, 'VD-001', 'Versand der Unterlagen', 'Gedruckte Unterlagen per Post', 6.5, 19, 'piece', true),
  article(12, 'EH-009', 'Erste-Hilfe-Set', 'Übungsmaterial für eine Person', 14.8, 19, 'piece'),
]

const template = (id: number, name: string, subject: string, body: string) => ({
  id,
  name,
  subject,
  body: `${body}\n\nMit freundlichen Grüßen\nIhre Morgenfurt Akademie`,
})
export const commTemplates = [
  template(
    1,
    'Begrüßung neuer Kontakt',
    'Willkommen bei der Morgenfurt Akademie',
    'Guten Tag,\n\nwir haben Sie in unsere Datenbank aufgenommen und senden Ihnen künftig die gewünschten Informationen. Änderungen nehmen wir jederzeit gern entgegen.',
  ),
  template(
    2,
    'Katalogversand',
    'Ihr Seminarprogramm ist unterwegs',
    'Guten Tag,\n\nvielen Dank für Ihr Interesse. Unser aktuelles Programm geht heute in die Post.',
  ),
  template(
    3,
    'Anmeldebestätigung',
    'Ihre Anmeldung ist eingegangen',
    'Guten Tag,\n\nvielen Dank für Ihre Anmeldung. Die Rechnung und Hinweise zur Anreise erhalten Sie etwa drei Wochen vor Beginn.',
  ),
  template(
    4,
    'Newsletter bestätigen',
    'Bitte bestätigen Sie Ihre Anmeldung zum Newsletter',
    'Guten Tag,\n\nbitte bestätigen Sie mit dem Link in dieser Nachricht, dass Sie unseren Newsletter erhalten möchten. Ohne Bestätigung senden wir Ihnen nichts.',
  ),
  template(
    5,
    'Warteliste',
    'Sie stehen auf der Warteliste',
    'Guten Tag,\n\nder gewünschte Termin ist zurzeit ausgebucht. Sobald ein Platz frei wird, melden wir uns bei Ihnen.',
  ),
  template(
    6,
    'Absage eines Termins',
    'Ihr Seminartermin muss leider entfallen',
    'Guten Tag,\n\nleider müssen wir den gebuchten Termin absagen. Gern buchen wir Sie kostenfrei auf einen anderen Termin um.',
  ),
]

const form = (
  id: number,
  name: string,
  clientId: number,
  contactCategoriesId: number[],
  doubleOptIn: boolean,
  lastNameRequired: boolean,
) => ({ id, name, clientId, doubleOptIn, lastNameRequired, contactCategoriesId })
export const newsletterForms = [
  form(1, 'Newsletter Seminare (Website)', 1, [3], true, false),
  form(2, 'Newsletter Recht (Website)', 1, [3, 4], true, true),
  form(3, 'Anmeldung auf der Messe', 1, [3, 9], false, true),
  form(4, 'Newsletter Pflege', 2, [5], true, false),
]

const mailTexts = [
  ['Frage zur Anreise', 'können Sie mir bitte sagen, ob es am Veranstaltungsort Parkplätze gibt?'],
  [
    'Rechnung',
    'bitte senden Sie die Rechnung an unsere Buchhaltung und vermerken Sie die Bestellnummer 4500-27.',
  ],
  [
    'Umbuchung',
    'leider bin ich an dem Termin verhindert. Ist eine Umbuchung auf einen späteren Termin möglich?',
  ],
  ['Verpflegung', 'ich ernähre mich vegan. Lässt sich das beim Mittagessen berücksichtigen?'],
  [
    'Angebot gewünscht',
    'wir möchten rund zwölf Mitarbeitende schulen. Bitte nennen Sie uns einen Preis und mögliche Termine.',
  ],
  ['Unterlagen', 'gibt es die Seminarunterlagen vorab als Datei? Ich würde mich gern vorbereiten.'],
  [
    'Teilnahmebescheinigung',
    'könnten Sie mir die Bescheinigung noch einmal per E-Mail zusenden? Vielen Dank.',
  ],
] as const

type LogbookEntry = {
  contactId: number
  leadId: number
  participationId: number
  taskId: number
  text: string
  createdBy: number
  createdAt: string
}

/** HTML as mail programs write it: with a table, a signature, and an image from another server. */
const asHtml = (question: string, { firstName, lastName, company, email }: Contact): string =>
  `<html><body style="font-family:Calibri,sans-serif;font-size:11pt"><p>Guten Tag,</p><p>${question}</p><p>Freundliche Grüße<br><b>${firstName} ${lastName}</b></p>
<table cellpadding="6" bgcolor="#f2f5f8"><tr><td><img src="https://www.morgenfurt-akademie.example/bilder/gruss.png" alt="Logo" width="48" height="48"></td><td style="color:#44546a">${company || 'Privat'}<br>${email}</td></tr></table></body></html>`

/** Imported mail of leads and bookings, to-dos, and their logbook entries. */
export function createTasks(
  list: readonly Lead[],
  booked: readonly Booking[],
  contacts: readonly Contact[],
  today: string,
  random: Random,
) {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]))
  const logbook: (LogbookEntry & { id: number })[] = []
  const createdTasks = Array.from({ length: 150 }, (_, index) => {
    const kind = index % 5 === 4 ? 'todo' : 'mail'
    const lead = kind === 'mail' && index % 2 === 0 ? random.pick(list) : undefined
    const participation = kind === 'mail' && !lead ? random.pick(booked) : undefined
    const contact = byId.get(lead?.contactIds[0] ?? participation?.contactId ?? 0) ?? contacts[index]!
    const [subject, question] = random.pick(mailTexts)
    const age = random.int(1, 120)
    const createdAt = `${addDays(today, -age)}T${String(random.int(7, 17)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00.000000Z`
    const isDone = age > 40
    // Katharina Lindner and Leyla Demir are assigned to both clients.
    const assigneeId = isDone ? 3 : ([0, 1, 3, 0] as const)[index % 4]!
    const task = {
      id: index + 1,
      clientId: lead?.clientId ?? 1,
      kind,
      subject,
      body:
        index % 4 === 1
          ? asHtml(question, contact)
          : `Guten Tag,\n\n${question}\n\nFreundliche Grüße\n${contact.firstName} ${contact.lastName}`,
      mailFrom: contact.email,
      mailTo: 'seminare@morgenfurt-akademie.example',
      contactId: contact.id,
      leadId: lead?.leadId ?? 0,
      participationId: participation?.partId ?? 0,
      createdBy: 6,
      createdAt,
      doneAt: isDone ? `${addDays(today, -age + random.int(1, 9))}T16:00:00.000000Z` : '',
      assigneeId,
      dueOn: !isDone && assigneeId > 0 ? addDays(today, ((index * 5) % 12) - 3) : '',
    }
    if (kind === 'mail')
      logbook.push({
        id: logbook.length + 1,
        contactId: 0,
        leadId: task.leadId,
        participationId: task.participationId,
        taskId: task.id,
        text: `E-Mail: ${subject}`,
        createdBy: 6,
        createdAt,
      })
    return task
  })
  return { tasks: createdTasks, logbook }
}
