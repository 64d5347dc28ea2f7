// Where files are dropped.
import { Box } from '@mui/material'
import { type ReactNode, useState } from 'react'

interface Props {
  onFiles: (files: File[]) => void
  children: ReactNode
}

export function DropArea({ onFiles, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      sx={{
        border: '1px dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        bgcolor: isOver ? 'action.hover' : undefined,
        borderRadius: 1,
        p: 1.5,
      }}
    >
      {children}
    </Box>
  )
}
