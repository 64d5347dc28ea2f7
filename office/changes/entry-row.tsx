// Entries of the change log that belong together; expanded, they show the values before and after.
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { mainEntry } from '../shell/history/entry-groups.ts'
import { useColumnName } from '../shell/history/field-name.ts'
import { useLoggedText } from '../shell/history/logged-value.ts'
import { ValueText } from '../shell/history/value-text.tsx'
import { useFormat } from '../shell/language/format.ts'
import { heights, media, tabular } from '../shell/theme/tokens.ts'
import { useEntrySentence } from './entry-sentence.ts'
import { type LogEntry, useRecordPath } from './log-entry.ts'

const columnsOf = ({ before, after }: LogEntry): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
]

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

function EntryValues({ entry }: { entry: LogEntry }) {
  const translate = useTranslate()
  const columnName = useColumnName()
  const loggedText = useLoggedText()
  const columns = columnsOf(entry).filter(
    (column) =>
      column !== 'id' && (entry.action === 'update' || !isEmpty(entry.before[column] ?? entry.after[column])),
  )
  return (
    <TableContainer>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('changes.column')}</TableCell>
            {entry.action !== 'insert' && <TableCell>{translate('changes.before')}</TableCell>}
            {entry.action !== 'delete' && <TableCell>{translate('changes.after')}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map((column) => (
            <TableRow key={column}>
              <TableCell component="th" scope="row">
                {columnName(entry.tableName, column)}
              </TableCell>
              {entry.action !== 'insert' && (
                <TableCell>
                  <ValueText text={loggedText(entry, column, entry.before[column])} />
                </TableCell>
              )}
              {entry.action !== 'delete' && (
                <TableCell>
                  <ValueText text={loggedText(entry, column, entry.after[column])} strong />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** The first changed values. */
function EntrySummary({ entry }: { entry: LogEntry }) {
  const columnName = useColumnName()
  const loggedText = useLoggedText()
  if (entry.action !== 'update') return null
  const columns = columnsOf(entry)
  return (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {columns.slice(0, 2).map((column, index) => (
        <span key={column}>
          {index > 0 && ' · '}
          {columnName(entry.tableName, column)}:{' '}
          <ValueText text={loggedText(entry, column, entry.before[column])} short /> →{' '}
          <ValueText text={loggedText(entry, column, entry.after[column])} short />
        </span>
      ))}
      {columns.length > 2 && ' …'}
    </Typography>
  )
}

function LogRow({ entry, more, children }: { entry: LogEntry; more: ReactNode; children: ReactNode }) {
  const format = useFormat()
  const entrySentence = useEntrySentence()
  return (
    <Accordion variant="outlined" disableGutters slotProps={{ transition: { unmountOnExit: true } }}>
      <AccordionSummary
        expandIcon={<ExpandMoreIcon />}
        sx={{
          minHeight: heights.row,
          [media.touch]: { minHeight: heights.touchRow },
          '& .MuiAccordionSummary-content': { my: 0.25 },
        }}
      >
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
          sx={{ width: 150, flexShrink: 0, ...tabular }}
        >
          {format.dateTime(entry.changedAt)}
        </Typography>
        <span>
          <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {entrySentence(entry)}
          </Typography>
          {more}
        </span>
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  )
}

function EntryRow({ entry }: { entry: LogEntry }) {
  const translate = useTranslate()
  const page = useRecordPath()(entry)
  return (
    <LogRow entry={entry} more={<EntrySummary entry={entry} />}>
      <EntryValues entry={entry} />
      {page && (
        <Button component={Link} to={page} size="small" sx={{ mt: 1 }}>
          {translate('changes.open')}
        </Button>
      )}
    </LogRow>
  )
}

/** The entries of a group as one row. */
export function GroupRow({ entries }: { entries: LogEntry[] }) {
  const translate = useTranslate()
  const main = mainEntry(entries)
  if (entries.length === 1) return <EntryRow entry={main} />
  const others = (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {translate('shell.changes.others', { smart_count: entries.length - 1 })}
    </Typography>
  )
  return (
    <LogRow entry={main} more={others}>
      {[main, ...entries.filter((entry) => entry !== main)].map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </LogRow>
  )
}
