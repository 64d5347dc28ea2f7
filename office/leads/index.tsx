import type { Part } from '../shell/part.ts'
import { leadsTexts } from './texts.ts'

export const part: Part = { texts: leadsTexts }
