import type { Part } from '../shell/part.ts'
import { newsletterTexts } from './texts.ts'

export const part: Part = { texts: newsletterTexts }
