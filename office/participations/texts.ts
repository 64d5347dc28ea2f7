import { texts } from '../shell/part.ts'

export const participationsTexts = texts({ de: {}, en: {} })
