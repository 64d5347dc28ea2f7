// A part of the tree that a dragged category can be dropped on.
import { Box, type SxProps } from '@mui/material'
import { type DragEvent, type ReactNode, useState } from 'react'
import { type Place, useTree } from './category-tree-context.ts'

export function DropTarget({ place, sx, children }: { place: Place; sx?: SxProps; children: ReactNode }) {
  const { dragged, takes, move, setDragged } = useTree()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent): void => {
    if (!takes(place)) return
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    setOver(false)
    if (!dragged || !takes(place)) return
    event.preventDefault()
    event.stopPropagation()
    move(dragged, place)
    setDragged(undefined)
  }
  return (
    <Box
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        borderRadius: 1,
        outline: isOver ? '2px solid' : undefined,
        outlineColor: 'primary.main',
        outlineOffset: -2,
        ...(sx as object),
      }}
    >
      {children}
    </Box>
  )
}
