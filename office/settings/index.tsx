import type { Part } from '../shell/part.ts'
import { settingsTexts } from './texts.ts'

export const part: Part = { texts: settingsTexts }
