import type { Part } from '../shell/part.ts'
import { companiesTexts } from './texts.ts'

export const part: Part = { texts: companiesTexts }
