// The demo's data set: the texts of events, composed from the texts of their topics.
import type { Course, Topic } from './topics.ts'
import { topics } from './topics.ts'

export type Level = 'basics' | 'advanced' | 'workshop' | 'online' | 'inHouse' | 'course'

const dayWord = (days: number) =>
  days === 1 ? 'eintägig' : `${['', '', 'zwei', 'drei', 'vier'][days] ?? days}tägig`

/** Names of the levels; `offer`: the index in the offers of a topic. */
export const levels = {
  basics: {
    offer: 0,
    suffix: 'G',
    kind: 'Seminar',
    competence: 'Grundlagen',
    subtitle: (days: number) => `Seminar, ${dayWord(days)}`,
  },
  advanced: {
    offer: 1,
    suffix: 'A',
    kind: 'Seminar',
    competence: 'Fortgeschritten',
    subtitle: (days: number) => `Aufbauseminar, ${dayWord(days)}`,
  },
  workshop: {
    offer: 2,
    suffix: 'W',
    kind: 'Workshop',
    competence: 'Anwendung',
    subtitle: (days: number) => `Workshop, ${dayWord(days)}`,
  },
  online: {
    offer: 3,
    suffix: 'O',
    kind: 'Online-Seminar',
    competence: 'Überblick',
    subtitle: (days: number) =>
      days === 1 ? 'Live-Online-Seminar am Vormittag' : `Live-Online-Seminar in ${days} Teilen`,
  },
  inHouse: {
    offer: 4,
    suffix: 'I',
    kind: 'Inhouse-Training',
    competence: 'Nach Absprache',
    subtitle: (days: number) => `Inhouse, ${dayWord(days)}, Termin nach Absprache`,
  },
  course: {
    offer: 4,
    suffix: 'L',
    kind: 'Lehrgang',
    competence: 'Zertifikat',
    subtitle: (_: number) => 'Lehrgang',
  },
} as const satisfies Record<Level, object>

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
const bullets = (items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Contents = { workshop: string[]; online: string[]; inHouse: string[] }

const nameOf = (code: string) => topics.find((topic) => topic.code === code)!.name

const pointsOf = (
  topic: Topic,
  level: Level,
  course: Course | undefined,
  contents: Contents,
): readonly string[] => {
  if (course)
    return [
      ...course.mandatory.map((code) => `Pflichtmodul ${nameOf(code)}`),
      ...course.elective.map((code) => `Wahlmodul ${nameOf(code)}`),
      'Lerngruppe und kollegiale Beratung',
      'Abschlusspräsentation',
    ]
  if (level === 'basics') return topic.basics
  if (level === 'advanced') return topic.advanced
  return level === 'course' ? [] : contents[level]
}

function lead(topic: Topic, level: Level, teaser: string, why: string): string {
  const [first, ...rest] = why.split('. ')
  const second = rest.join('. ')
  switch (level) {
    case 'basics':
      return (
        paragraph(why) +
        paragraph(
          `Im Grundlagenseminar ${topic.name} erarbeiten Sie das Fundament Schritt für Schritt und wenden es gleich in Übungen an.`,
        )
      )
    case 'advanced':
      return (
        paragraph(second || why) +
        paragraph(
          `Das Aufbauseminar ${topic.name} setzt bei Ihrer Erfahrung an, vertieft die anspruchsvollen Fragen und lässt Raum für den Austausch unter ${topic.experts.includes('eitung') ? 'Verantwortlichen' : 'Fachleuten'}.`,
        )
      )
    case 'workshop':
      return (
        paragraph(teaser) +
        paragraph(
          `Wenig Vortrag, viel eigenes Tun: Im Workshop zum Thema ${topic.name} arbeiten höchstens zwölf Personen an echten Fällen.`,
        )
      )
    case 'online':
      return (
        paragraph(`${first}.`) +
        paragraph(
          `${teaser} Sie nehmen bequem vom eigenen Arbeitsplatz aus teil; Fragen beantworten wir live, die Unterlagen erhalten Sie als Datei.`,
        )
      )
    case 'inHouse':
      return (
        paragraph(teaser) +
        paragraph(
          `Wir kommen zu Ihnen. Inhalte, Beispiele und Zeiten des Trainings rund um ${topic.name} stimmen wir in einem Vorgespräch mit Ihnen ab.`,
        )
      )
    case 'course':
      return (
        paragraph(why) +
        paragraph(
          'Zwischen den Modulen liegen mehrere Wochen für die Umsetzung am Arbeitsplatz. Wahlmodule können Sie auch nachholen.',
        )
      )
  }
}

const goalsOf = ({ goals }: Topic, level: Level) =>
  level === 'basics' || level === 'online'
    ? goals.slice(0, 2)
    : level === 'advanced' || level === 'workshop'
      ? goals.slice(2)
      : goals

const onFirst = (onsite: boolean) =>
  onsite ? ['09:30', 'Begrüßung, Kennenlernen, Ihre Erwartungen'] : ['09:00', 'Begrüßung und Technikprobe']

/** Each day with its hours; the contents are distributed over the days. For a course, its modules in order. */
function itinerary(
  points: readonly string[],
  practice: readonly string[],
  level: Level,
  days: number,
): string {
  if (level === 'course') return `<ol>${points.map((point) => `<li>${escapeHtml(point)}</li>`).join('')}</ol>`
  const onsite = level !== 'online'
  const perDay = Math.max(1, Math.ceil(points.length / days))
  return Array.from({ length: days }, (_, day) => {
    const own = points.slice(day * perDay, (day + 1) * perDay)
    const slots = onsite ? ['10:00', '11:15', '13:15', '14:15'] : ['09:15', '09:50', '10:40', '11:20']
    const exercise = practice[day % practice.length]!
    const rows = [
      day === 0 ? onFirst(onsite) : ['09:00', 'Rückblick und offene Fragen'],
      ...own
        .slice(0, 4)
        .map((text, index) => [slots[index]!, [text, ...(index === 3 ? own.slice(4) : [])].join('; ')]),
      ...(onsite
        ? [
            ['15:15', level === 'basics' || level === 'advanced' ? `Übung: ${exercise}` : exercise],
            ['16:45', day === days - 1 ? 'Umsetzungsplan und Abschluss' : 'Tagesausklang'],
          ]
        : [['12:00', 'Offene Fragen und Ausblick']]),
    ]
    const title = days === 1 ? '' : `<h4>${day + 1}. Tag</h4>`
    return `${title}<ul>${rows.map(([time, text]) => `<li><strong>${time} Uhr</strong> ${escapeHtml(text!)}</li>`).join('')}</ul>`
  }).join('')
}

const service: Readonly<Record<Level, readonly string[]>> = {
  basics: ['Seminarunterlagen', 'Mittagessen und Pausengetränke', 'Teilnahmebescheinigung'],
  advanced: [
    'Umfangreiche Unterlagen und Vorlagen',
    'Mittagessen und Pausengetränke',
    'Teilnahmebescheinigung',
    'Telefonische Rückfragen bis vier Wochen nach dem Seminar',
  ],
  workshop: ['Arbeitsmaterial', 'Fotoprotokoll aller Ergebnisse', 'Verpflegung', 'Teilnahmebescheinigung'],
  online: ['Zugang zum virtuellen Seminarraum', 'Unterlagen als Datei', 'Teilnahmebescheinigung per E-Mail'],
  inHouse: ['Vorgespräch und Konzept', 'Unterlagen für alle Teilnehmenden', 'Auswertung mit Empfehlungen'],
  course: [
    'Alle Modulunterlagen',
    'Begleitung zwischen den Modulen',
    'Verpflegung an den Präsenztagen',
    'Prüfungsgebühr und Zertifikat',
  ],
}

const requirements = (topic: Topic, level: Level): string => {
  switch (level) {
    case 'advanced':
      return paragraph(`Empfohlen wird das Seminar „${topic.offers[0][0]}“ oder vergleichbare Praxis.`)
    case 'workshop':
      return paragraph(
        `Grundkenntnisse im Bereich ${topic.name}; bitte bringen Sie ein eigenes Beispiel mit.`,
      )
    case 'online':
      return paragraph('Rechner mit aktuellem Browser, Kopfhörer und Mikrofon; eine Kamera ist erwünscht.')
    case 'inHouse':
      return paragraph('Raum mit Beamer und zwei Pinnwänden; Gruppengröße bis zwölf Personen.')
    case 'course':
      return paragraph(
        'Mindestens ein Jahr Berufserfahrung und die Möglichkeit, Gelerntes am Arbeitsplatz umzusetzen.',
      )
    case 'basics':
      return paragraph('Besondere Vorkenntnisse sind nicht erforderlich.')
  }
}

/** The texts of an event in simple HTML. */
export function eventTexts(
  topic: Topic,
  level: Level,
  course: Course | undefined,
  contents: Contents,
  days: number,
) {
  const points = pointsOf(topic, level, course, contents)
  const teaser = course ? course.teaser : topic.offers[levels[level].offer][1]
  const audience = level === 'advanced' || level === 'course' ? topic.experts : topic.audience
  return {
    event_description: `${lead(topic, level, teaser, course?.why ?? topic.why)}<h3>Inhalte</h3>${bullets(points)}`,
    event_requirements: requirements(topic, level),
    event_objectives: `<p>Nach der Teilnahme …</p>${bullets(goalsOf(topic, level))}`,
    event_target_group: paragraph(`${capitalize(audience)}.`),
    event_itinerary: itinerary(
      points,
      level === 'basics' || level === 'advanced'
        ? topic.practice
        : ['Arbeit an eigenen Beispielen', 'Umsetzung im eigenen Bereich'],
      level,
      days,
    ),
    event_service: bullets(service[level]),
  }
}
