// The dates of a plan before they are made: each can be changed or left out.
import {
  Checkbox,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useFormat } from '../../shell/app/format.ts'
import { HolidayHint } from '../holidays.tsx'

export interface PlannedRow {
  startDate: string
  endDate: string
  startTime: string
  endTime: string
  identifier: string
  chosen: boolean
}

const columns = [
  ['startDate', 'date'],
  ['endDate', 'date'],
  ['startTime', 'time'],
  ['endTime', 'time'],
  ['identifier', 'text'],
] as const

interface Props {
  rows: PlannedRow[]
  /** By the field that the server names: `dates[1].end_date`, counting the chosen rows. */
  fieldErrors: Record<string, string>
  onChange: (rows: PlannedRow[]) => void
}

export function PlanPreview({ rows, fieldErrors, onChange }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const updateRow = (index: number, fields: Partial<PlannedRow>) =>
    onChange(rows.map((row, rowIndex) => (rowIndex === index ? { ...row, ...fields } : row)))
  const chosenIndexes = rows.map((_, index) => rows.slice(0, index).filter((row) => row.chosen).length)

  return (
    <>
      <Typography variant="h2" aria-live="polite">
        {translate('dates.plan.previewTitle', { count: rows.length })}
      </Typography>
      <TableContainer>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('dates.plan.include')}</TableCell>
              <TableCell />
              {columns.map(([name]) => (
                <TableCell key={name}>{translate(`resources.dates.fields.${name}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, index) => (
              <TableRow key={index} sx={row.chosen ? {} : { opacity: 0.6 }}>
                <TableCell padding="checkbox">
                  <Checkbox
                    checked={row.chosen}
                    onChange={(event) => updateRow(index, { chosen: event.target.checked })}
                    slotProps={{
                      input: { 'aria-label': translate('dates.plan.includeRow', { number: index + 1 }) },
                    }}
                  />
                </TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap', px: 1 }}>
                  {format.span(row.startDate, row.endDate)}
                  <HolidayHint from={row.startDate} to={row.endDate} />
                </TableCell>
                {columns.map(([name, type]) => {
                  const errorText = row.chosen
                    ? fieldErrors[`dates[${chosenIndexes[index]}].${name}`]
                    : undefined
                  return (
                    <TableCell key={name} sx={{ px: 0.75 }}>
                      <TextField
                        type={type}
                        margin="none"
                        value={row[name]}
                        disabled={!row.chosen}
                        error={errorText !== undefined}
                        helperText={errorText}
                        onChange={(event) => updateRow(index, { [name]: event.target.value })}
                        slotProps={{
                          htmlInput: {
                            'aria-label': `${translate(`resources.dates.fields.${name}`)} ${index + 1}`,
                          },
                        }}
                        sx={{ minWidth: type === 'time' ? 104 : 140 }}
                      />
                    </TableCell>
                  )
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  )
}
