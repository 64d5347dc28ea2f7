// A certificate of somebody who does not exist, for the preview of a letterhead.
import type { Language } from '../platform/ground/language.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { verifyAddress } from './documents.ts'
import type { Letterhead } from './letterhead.schema.ts'
import type { DocumentContent } from './render.ts'

const texts = {
  de: {
    name: 'Dr. Erika Mustermann',
    title: 'Muster: Projektmanagement für den sicheren Start',
    place: 'Seminarhaus am Park, Köln',
    contents: '- Ziele klären und Aufgaben planen\n- Aufwand schätzen\n- Fortschritt verfolgen',
  },
  en: {
    name: 'Dr Jane Doe',
    title: 'Sample: project management for a safe start',
    place: 'Park House, Cologne',
    contents: '- Agreeing on aims and planning tasks\n- Estimating effort\n- Following progress',
  },
}

export function sampleCertificate(
  { clientName, signatory }: Letterhead,
  language: Language,
  settings: Settings,
  today: string,
): DocumentContent {
  const { name, title, place, contents } = texts[language]
  return {
    kind: 'certificates',
    createdAt: `${today}T00:00:00Z`,
    certificates: [
      {
        number: `${today.slice(0, 4)}-000000`,
        content: {
          issuer: clientName,
          name,
          title,
          startDate: today,
          endDate: today,
          halfDays: [
            { day: today, half: 'morning', minutes: 210 },
            { day: today, half: 'afternoon', minutes: 210 },
          ],
          halfDayCount: 2,
          trainers: 'Sam Sample',
          place,
          text: { de: contents, en: contents },
          signatory,
          issuedOn: today,
          replaces: '',
        },
        link: verifyAddress(settings),
      },
    ],
  }
}
