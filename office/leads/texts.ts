import { texts } from '../shell/part.ts'

export const leadsTexts = texts({ de: {}, en: {} })
