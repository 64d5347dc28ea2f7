import { texts } from '../shell/part.ts'

export const contactsTexts = texts({ de: {}, en: {} })
