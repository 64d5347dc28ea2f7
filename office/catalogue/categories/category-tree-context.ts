// What the rows of the category tree share.
import { createContext, useContext } from 'react'
import type { Branch } from './categories.ts'

/** Where a category can hang: below another (0: none), in a catalogue (0: none). */
export interface Place {
  parent: number
  catalog: number
  name: string
}

interface Tree {
  mayWrite: boolean
  dragged: Branch | undefined
  setDragged: (branch: Branch | undefined) => void
  move: (branch: Branch, place: Place) => Promise<void>
  /** Whether what is dragged can be dropped there. */
  takes: (place: Place) => boolean
}

export const TreeContext = createContext<Tree>({
  mayWrite: false,
  dragged: undefined,
  setDragged: () => {},
  move: async () => {},
  takes: () => false,
})

export const useTree = () => useContext(TreeContext)
