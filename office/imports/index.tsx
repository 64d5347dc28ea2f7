import type { Part } from '../shell/part.ts'
import { importsTexts } from './texts.ts'

export const part: Part = { texts: importsTexts }
