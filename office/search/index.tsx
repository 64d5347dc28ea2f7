import type { Part } from '../shell/app/section.ts'
import { SearchButton } from './search-button.tsx'
import { searchTexts } from './texts.ts'

export const part: Part = { inAppBar: SearchButton, texts: searchTexts }
