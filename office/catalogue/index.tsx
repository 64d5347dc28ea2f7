import type { Part } from '../shell/part.ts'
import { catalogueTexts } from './texts.ts'

export const part: Part = { texts: catalogueTexts }
