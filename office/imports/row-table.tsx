// The rows of a table with their outcomes, by page.

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
import { contactTypes } from '../../server/addresses/contact-types.ts'
import { importStatuses } from '../../server/imports/import-statuses.ts'
import { apiPage, errorText } from '../shell/api/api.ts'
import type { Input, RecordOf } from '../shell/api/endpoints.ts'
import { type Row, RowDecision } from './row-decision.tsx'

type RowQuery = NonNullable<Input<'GET', '/imports/{importId}/rows'>['query']>
export type Outcome = NonNullable<RowQuery['outcome']>

const perPage = 100
const chipColors: Record<string, 'error' | 'warning'> = {
  invalid: 'error',
  kept: 'error',
  question: 'warning',
}

interface Props {
  record: RecordOf<'imports'>
  /** The filter at first; '': all rows. */
  first: Outcome | ''
  outcomes: readonly Outcome[]
}

interface FilterProps {
  value: Outcome | ''
  outcomes: readonly Outcome[]
  onChange: (outcome: Outcome | '') => void
}

function OutcomeFilter({ value, outcomes, onChange }: FilterProps) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={translate('imports.show')}
      onChange={(_, next) => next !== null && onChange(next)}
      sx={{ mb: 1, flexWrap: 'wrap' }}
    >
      <ToggleButton value="">{translate('imports.all')}</ToggleButton>
      {outcomes.map((one) => (
        <ToggleButton key={one} value={one}>
          {translate(`imports.count.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

interface RowProps {
  record: RecordOf<'imports'>
  row: Row
  queryKey: readonly unknown[]
}

/** The outcome of a row: its contact, its errors, the decision of the user. */
function RowOutcome({ record, row, queryKey }: RowProps) {
  const translate = useTranslate()
  const columnLabel = (at: number) => record.columns[at] || translate('imports.unnamed', { number: at + 1 })
  return (
    <>
      {row.outcome && (
        <Chip
          size="small"
          variant="outlined"
          color={chipColors[row.outcome] ?? 'default'}
          label={translate(`imports.count.${row.outcome}`)}
        />
      )}{' '}
      {row.contactId > 0 && (
        <Box
          component={Link}
          to={`/${contactTypes[record.contactType].resource}/${row.contactId}/show`}
          sx={{ color: 'primary.main' }}
        >
          {translate('imports.contact')} {row.contactId}
        </Box>
      )}
      {row.errors.map((error) => (
        <Typography
          key={`${error.column} ${error.message}`}
          variant="body2"
          color={row.outcome === 'question' || row.decision !== '' ? 'text.secondary' : 'error'}
        >
          {error.column < 0 ? '' : `${columnLabel(error.column)}: `}
          {errorText(error)}
        </Typography>
      ))}
      {importStatuses[record.status].canBeStarted && (row.outcome === 'question' || row.decision !== '') && (
        <RowDecision importId={record.id} row={row} queryKey={queryKey} />
      )}
    </>
  )
}

export function RowTable({ record, first, outcomes }: Props) {
  const translate = useTranslate()
  const [outcome, setOutcome] = useState(first)
  const [page, setPage] = useState(1)
  const queryKey = ['import-rows', record.id, record.status, outcome, page]
  const { data } = useQuery({
    queryKey,
    queryFn: () =>
      apiPage('/imports/{importId}/rows', {
        params: { importId: record.id },
        query: { page, perPage, ...(outcome === '' ? {} : { outcome }) },
      }),
  })
  const rows = data?.records ?? []
  const totalText = data ? String(data.total ?? translate('imports.uncounted')) : ''
  const mappedColumns = record.plan.columns.flatMap((field, at) => (field === '' ? [] : [{ field, at }]))
  const choose = (next: Outcome | ''): void => {
    setOutcome(next)
    setPage(1)
  }
  const columnLabel = (at: number) => record.columns[at] || translate('imports.unnamed', { number: at + 1 })

  return (
    <Box component="section" sx={{ mt: 2 }}>
      <OutcomeFilter value={outcome} outcomes={outcomes} onChange={choose} />
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
              <TableCell>{translate('imports.outcome')}</TableCell>
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
                  <RowOutcome record={record} row={row} queryKey={queryKey} />
                </TableCell>
                {mappedColumns.map(({ at }) => (
                  <TableCell
                    key={at}
                    sx={{
                      maxWidth: 240,
                      overflowWrap: 'break-word',
                      ...(row.errors.some(({ column }) => column === at)
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
          {translate('imports.more', { shown: rows.length, rows: totalText })}
        </Typography>
        <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
          {translate('imports.previousPage')}
        </Button>
        <Button size="small" disabled={rows.length < perPage} onClick={() => setPage(page + 1)}>
          {translate('imports.nextPage')}
        </Button>
      </Box>
    </Box>
  )
}
