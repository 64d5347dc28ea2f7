import type { Part } from '../shell/part.ts'
import { participationsTexts } from './texts.ts'

export const part: Part = { texts: participationsTexts }
