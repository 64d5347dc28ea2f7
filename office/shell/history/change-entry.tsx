// One entry of the log of changes.
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useFormat } from '../app/format.ts'
import { useChangeAuthor } from './change-author.ts'
import type { Change } from './conflict.ts'
import { useFieldName } from './field-name.ts'
import { useLoggedText } from './logged-value.ts'
import { useRecordNaming } from './record-name.ts'
import { ValueText } from './value-text.tsx'

/** Columns that only join tables, or that the entry tells otherwise. */
const hiddenColumns = /^(id|version|created_at|updated_at)$/

const isEmptyValue = (value: unknown): boolean =>
  !value || value === '0.00' || (Array.isArray(value) && value.length === 0)

interface Props {
  change: Change
  /** The record whose log is shown: its parts need not name it. */
  subject?: string
}

export function ChangeEntry({ change, subject }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const fieldName = useFieldName()
  const authorText = useChangeAuthor()
  const { typeAndNameOf } = useRecordNaming()
  const loggedText = useLoggedText()
  const names = [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])].filter(
    (name) =>
      !hiddenColumns.test(name) &&
      name !== `${subject}_id` &&
      (change.action === 'update' ||
        !(isEmptyValue(change.before[name]) && isEmptyValue(change.after[name]))),
  )
  return (
    <Box component="li" sx={{ borderLeft: 3, borderColor: 'divider', pl: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {format.dateTime(change.at)} · {authorText(change)}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {typeAndNameOf({ ...change.partNamed, kind: change.relation, isGone: false }, '')}{' '}
        {translate(`shell.changes.${change.action}`)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 'body2.fontSize' }}>
        {names.map((name) => (
          <li key={name}>
            {fieldName(change.relation, name)}:{' '}
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
