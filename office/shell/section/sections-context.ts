// All sections, for what shows pages of others: the search, the first steps.
import { createContext, useContext } from 'react'
import type { OfficeSection } from './section.ts'

export const SectionsContext = createContext<readonly OfficeSection[]>([])

export const useSections = (): readonly OfficeSection[] => useContext(SectionsContext)
