import { texts } from '../shell/part.ts'

export const inboxTexts = texts({ de: {}, en: {} })
