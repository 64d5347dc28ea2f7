import { texts } from '../shell/part.ts'

export const changesTexts = texts({ de: {}, en: {} })
