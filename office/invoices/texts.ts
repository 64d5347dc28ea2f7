import { texts } from '../shell/part.ts'

export const invoicesTexts = texts({ de: {}, en: {} })
