import type { Part } from '../shell/part.ts'
import { changesTexts } from './texts.ts'

export const part: Part = { texts: changesTexts }
