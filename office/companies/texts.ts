import { texts } from '../shell/part.ts'

export const companiesTexts = texts({ de: {}, en: {} })
