import type { OfficeSection } from '../shell/section/section.ts'
import { SearchButton } from './search-button.tsx'
import { searchTexts } from './texts.ts'

export const section: OfficeSection = { inAppBar: SearchButton, texts: searchTexts }
