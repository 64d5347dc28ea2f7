import type { Part } from '../shell/part.ts'
import { invoicesTexts } from './texts.ts'

export const part: Part = { texts: invoicesTexts }
