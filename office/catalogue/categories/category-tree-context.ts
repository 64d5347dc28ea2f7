// The context of the rows of the category tree.
import { createContext, useContext } from 'react'
import type { CategoryNode } from './categories.ts'

/** Where a category can be moved: below another (0: none), in a catalogue (0: none). */
export interface MoveTarget {
  parentId: number
  catalogueId: number
  name: string
}

interface CategoryTree {
  mayWrite: boolean
  dragged: CategoryNode | undefined
  setDragged: (node: CategoryNode | undefined) => void
  move: (node: CategoryNode, target: MoveTarget) => Promise<void>
  /** Whether the dragged category can be dropped there. */
  acceptsDrop: (target: MoveTarget) => boolean
}

export const CategoryTreeContext = createContext<CategoryTree>({
  mayWrite: false,
  dragged: undefined,
  setDragged: () => {},
  move: async () => {},
  acceptsDrop: () => false,
})

export const useCategoryTree = () => useContext(CategoryTreeContext)
