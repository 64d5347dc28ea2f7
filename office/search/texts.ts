import { texts } from '../shell/part.ts'

export const searchTexts = texts({ de: {}, en: {} })
