import { texts } from '../shell/part.ts'

export const newsletterTexts = texts({ de: {}, en: {} })
