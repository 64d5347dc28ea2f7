import type { Part } from '../shell/part.ts'
import { SearchButton } from './search-button.tsx'
import { searchTexts } from './texts.ts'

export const part: Part = { inAppBar: SearchButton, texts: searchTexts }
