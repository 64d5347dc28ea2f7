import { texts } from '../shell/part.ts'

export const importsTexts = texts({ de: {}, en: {} })
