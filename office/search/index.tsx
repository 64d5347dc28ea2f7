import type { Part } from '../shell/part.ts'
import { searchTexts } from './texts.ts'

export const part: Part = { texts: searchTexts }
