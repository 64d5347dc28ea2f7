// A row of the tree on which a category can be dropped.
import { Box, type SxProps } from '@mui/material'
import { type DragEvent, type ReactNode, useState } from 'react'
import { type MoveTarget, useCategoryTree } from './category-tree-context.ts'

export function DropTarget({
  target,
  sx,
  children,
}: {
  target: MoveTarget
  sx?: SxProps
  children: ReactNode
}) {
  const { dragged, acceptsDrop, move, setDragged } = useCategoryTree()
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent): void => {
    if (!acceptsDrop(target)) return
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  }
  const onDrop = (event: DragEvent): void => {
    setOver(false)
    if (!dragged || !acceptsDrop(target)) return
    event.preventDefault()
    event.stopPropagation()
    move(dragged, target)
    setDragged(undefined)
  }
  return (
    <Box
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
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
