import { texts } from '../shell/part.ts'

export const catalogueTexts = texts({ de: {}, en: {} })
