import type { Part } from '../shell/part.ts'
import { contactsTexts } from './texts.ts'

export const part: Part = { texts: contactsTexts }
