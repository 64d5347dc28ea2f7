// The rows of a table with what becomes of them, by page.
import {
  Box,
  Button,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ImportRecord } from '../../server/imports/import.rows.ts'
import { request } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'

interface Row {
  id: number
  cells: string[]
  verdict: string
  faults: { column: number; field: string; message: string }[]
  contactId: number
}
const perPage = 100

interface Props {
  record: ImportRecord
  /** What is shown first; '' is everything. */
  first: string
  verdicts: readonly string[]
}

export function RowTable({ record, first, verdicts }: Props) {
  const translate = useTranslate()
  const translateMessage = useServerMessage()
  const [verdict, setVerdict] = useState(first)
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['import-rows', record.id, record.state, verdict, page],
    queryFn: async () => {
      const filter = verdict === '' ? '' : `&verdict=${verdict}`
      const response = await request(
        'GET',
        `/imports/${record.id}/rows?page=${page}&perPage=${perPage}${filter}`,
      )
      return { rows: (await response.json()) as Row[], total: response.headers.get('x-total-count') ?? '' }
    },
  })
  const { rows = [], total = '' } = data ?? {}
  const mappedColumns = record.plan.columns.flatMap((field, at) => (field === '' ? [] : [{ field, at }]))
  const choose = (next: string): void => {
    setVerdict(next)
    setPage(1)
  }
  const columnLabel = (at: number) => record.columns[at] || translate('imports.unnamed', { number: at + 1 })

  return (
    <Box component="section" sx={{ mt: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={verdict}
        aria-label={translate('imports.show')}
        onChange={(_, next) => next !== null && choose(next)}
        sx={{ mb: 1, flexWrap: 'wrap' }}
      >
        <ToggleButton value="">{translate('imports.all')}</ToggleButton>
        {verdicts.map((one) => (
          <ToggleButton key={one} value={one}>
            {translate(`imports.count.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TableContainer
        tabIndex={0}
        role="region"
        aria-label={translate('imports.show')}
        sx={{ maxHeight: 520 }}
      >
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{translate('imports.row')}</TableCell>
              <TableCell>{translate('imports.verdict')}</TableCell>
              {mappedColumns.map(({ at, field }) => (
                <TableCell key={at} title={translate(`imports.fields.${field}`)}>
                  {columnLabel(at)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.id}>
                <TableCell component="th" scope="row">
                  {row.id}
                </TableCell>
                <TableCell sx={{ minWidth: 180 }}>
                  {row.verdict && (
                    <Chip
                      size="small"
                      variant="outlined"
                      color={row.verdict === 'invalid' || row.verdict === 'kept' ? 'error' : 'default'}
                      label={translate(`imports.count.${row.verdict}`)}
                    />
                  )}{' '}
                  {row.contactId > 0 && (
                    <Box
                      component={Link}
                      to={`/${record.plan.kind === 'company' ? 'companies' : 'contacts'}/${row.contactId}/show`}
                      sx={{ color: 'primary.main' }}
                    >
                      {translate('imports.contact')} {row.contactId}
                    </Box>
                  )}
                  {row.faults.map(({ column, message }) => (
                    <Typography key={`${column} ${message}`} variant="body2" color="error">
                      {column < 0 ? '' : `${columnLabel(column)}: `}
                      {translateMessage(message)}
                    </Typography>
                  ))}
                </TableCell>
                {mappedColumns.map(({ at }) => (
                  <TableCell
                    key={at}
                    sx={{
                      maxWidth: 240,
                      overflowWrap: 'break-word',
                      ...(row.faults.some(({ column }) => column === at)
                        ? { outline: '2px solid', outlineColor: 'error.main', outlineOffset: -2 }
                        : {}),
                    }}
                  >
                    {(row.cells[at] ?? '').slice(0, 200)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 1 }}>
        <Typography role="status" color="text.secondary" variant="body2">
          {translate('imports.more', { shown: rows.length, rows: total })}
        </Typography>
        <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
          {translate('imports.previous')}
        </Button>
        <Button size="small" disabled={rows.length < perPage} onClick={() => setPage(page + 1)}>
          {translate('imports.next')}
        </Button>
      </Box>
    </Box>
  )
}
