import { texts } from '../shell/part.ts'

export const settingsTexts = texts({ de: {}, en: {} })
