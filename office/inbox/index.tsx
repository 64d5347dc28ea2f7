import type { Part } from '../shell/part.ts'
import { inboxTexts } from './texts.ts'

export const part: Part = { texts: inboxTexts }
