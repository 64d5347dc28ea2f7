// A small table within a page; scrolls horizontally if needed.
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

interface Props {
  /** Headings of the columns; those of `numbers` are right-aligned. */
  columns: readonly string[]
  numbers?: readonly string[]
  children: ReactNode
}

export function PlainTable({ columns, numbers = [], children }: Props) {
  const translate = useTranslate()
  return (
    <TableContainer>
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column} align={numbers.includes(column) ? 'right' : 'left'}>
                {translate(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </TableContainer>
  )
}
