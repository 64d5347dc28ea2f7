// Another user changed the record: shows each field before, now and as typed; the user decides.
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Conflict, ConflictDecision } from '../api/conflict.ts'
import { useFormat } from '../language/format.ts'
import { toColumnName } from '../language/names.ts'
import { useChangeAuthor } from './change-author.ts'
import { tableOfResource } from './column-keys.ts'
import { useFieldName } from './field-name.ts'
import { useLoggedText } from './logged-value.ts'
import { ValueText } from './value-text.tsx'

/** Shows the values of a record's fields as the log shows those of its columns. */
function useFieldValueText({ resource, changes }: Conflict): (field: string, value: unknown) => string {
  const loggedText = useLoggedText()
  const change = {
    tableName: tableOfResource(resource) ?? '',
    labels: Object.assign({}, ...changes.map(({ labels }) => labels)),
    currencies: {},
    before: {},
    after: {},
  }
  return (field, value) => loggedText(change, toColumnName(field), value)
}

interface Props {
  conflict: Conflict
  answer: (decision: ConflictDecision) => void
}

export function ConflictDialog({ conflict, answer }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const fieldName = useFieldName()
  const authorText = useChangeAuthor()
  const fieldText = useFieldValueText(conflict)
  // The last change of each author.
  const authors = new Map(
    conflict.changes.toReversed().map((change) => [authorText(change), change.changedAt]),
  )

  return (
    <Dialog open maxWidth="md" fullWidth onClose={() => answer('later')} aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">{translate('shell.conflict.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('shell.conflict.text')}</DialogContentText>
        <Box component="ul" sx={{ my: 1, pl: 3 }}>
          {[...authors].map(([name, at]) => (
            <li key={name}>
              {translate('shell.conflict.who', {
                name,
                at: format.dateTime(at),
              })}
            </li>
          ))}
        </Box>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('shell.conflict.field')}</TableCell>
              <TableCell>{translate('shell.conflict.before')}</TableCell>
              <TableCell>{translate('shell.conflict.theirs')}</TableCell>
              <TableCell>{translate('shell.conflict.yours')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {conflict.fields.map((field) => (
              <TableRow key={field.name}>
                <TableCell component="th" scope="row">
                  {fieldName(conflict.resource, field.name)}
                </TableCell>
                <TableCell>
                  <ValueText text={fieldText(field.name, field.before)} />
                </TableCell>
                <TableCell>
                  <ValueText text={fieldText(field.name, field.theirs)} />
                </TableCell>
                <TableCell>
                  {'yours' in field ? (
                    <ValueText text={fieldText(field.name, field.yours)} strong />
                  ) : (
                    <Typography variant="body2" color="textSecondary">
                      {translate('shell.conflict.unchanged')}
                    </Typography>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        <DialogContentText variant="body2" sx={{ mt: 2 }}>
          {translate('shell.conflict.note')}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button autoFocus onClick={() => answer('later')}>
          {translate('shell.conflict.later')}
        </Button>
        <Button onClick={() => answer('theirs')}>{translate('shell.conflict.take')}</Button>
        <Button variant="contained" onClick={() => answer('mine')}>
          {translate('shell.conflict.mine')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
