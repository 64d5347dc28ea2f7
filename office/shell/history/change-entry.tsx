// An entry of the change log.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Change } from '../api/conflict.ts'
import { useFormat } from '../language/format.ts'
import { useChangeAuthor } from './change-author.ts'
import { useColumnName } from './field-name.ts'
import { useLoggedText } from './logged-value.ts'
import { useRecordNaming } from './record-name.ts'
import { ValueText } from './value-text.tsx'

/** Columns that are technical, or shown elsewhere in the entry. */
const hiddenColumns = /^(id|version|created_at|updated_at)$/

const isEmptyValue = (value: unknown): boolean =>
  !value || value === '0.00' || (Array.isArray(value) && value.length === 0)

interface Props {
  change: Change
  /** The subject whose log is shown; references to it are hidden. */
  subject?: string
}

export function ChangeEntry({ change, subject }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const columnName = useColumnName()
  const authorText = useChangeAuthor()
  const { typeAndNameOf } = useRecordNaming()
  const loggedText = useLoggedText()
  const columns = [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])].filter(
    (name) =>
      !hiddenColumns.test(name) &&
      name !== `${subject}_id` &&
      (change.action === 'update' ||
        !(isEmptyValue(change.before[name]) && isEmptyValue(change.after[name]))),
  )
  return (
    <Box component="li" sx={{ borderLeft: 3, borderColor: 'divider', pl: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {format.dateTime(change.changedAt)} · {authorText(change)}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {typeAndNameOf({ ...change.rowLabel, tableName: change.tableName, isDeleted: false }, '')}{' '}
        {translate(`shell.changes.${change.action}`)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 'body2.fontSize' }}>
        {columns.map((name) => (
          <li key={name}>
            {columnName(change.tableName, name)}:{' '}
            {change.action === 'update' ? (
              <>
                {translate('shell.changes.from')}{' '}
                <ValueText text={loggedText(change, name, change.before[name])} />{' '}
                {translate('shell.changes.to')}{' '}
                <ValueText text={loggedText(change, name, change.after[name])} strong />
              </>
            ) : (
              <ValueText
                text={loggedText(
                  change,
                  name,
                  change.action === 'insert' ? change.after[name] : change.before[name],
                )}
              />
            )}
          </li>
        ))}
      </Box>
    </Box>
  )
}
