// Half days and participants as a table; on a phone one half day at a time.
import BackIcon from '@mui/icons-material/ChevronLeft'
import ForwardIcon from '@mui/icons-material/ChevronRight'
import {
  Box,
  Button,
  IconButton,
  MenuItem,
  Stack,
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
import { useState } from 'react'
import { personName } from '../addresses/contact-search.tsx'
import { useTimeZone } from '../shell/api/session.ts'
import { useFormat } from '../shell/language/format.ts'
import { useToday } from '../shell/language/today.ts'
import { useHalfDayText } from './half-day-texts.ts'
import { MarkButtons } from './mark-buttons.tsx'
import { MarkCounts } from './mark-counts.tsx'
import { type Cell, countMarks, currentHalfDay, type HalfDay, type Sheet } from './sheet.ts'

interface Props {
  sheet: Sheet
  mayWrite: boolean
  record: (cells: readonly Cell[]) => void
}

/** Records that those attended who are not recorded yet. */
function AllAttended({ sheet, index, mayWrite, record }: Props & { index: number }) {
  const translate = useTranslate()
  const textOf = useHalfDayText()
  const { day, half, isOpen } = sheet.halfDays[index]!
  const unrecorded = sheet.participants.filter(({ marks }) => marks[index] === '')
  if (!mayWrite || !isOpen) return null
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={unrecorded.length === 0}
      aria-label={translate('attendance.allAttendedOf', { half: textOf(sheet.halfDays[index]!).name })}
      onClick={() => record(unrecorded.map(({ bookingId }) => ({ bookingId, day, half, mark: 'attended' })))}
    >
      {translate('attendance.allAttended')}
    </Button>
  )
}

/** The name of a cell for assistive technology. */
function useCellLabel() {
  const translate = useTranslate()
  const textOf = useHalfDayText()
  return (person: Sheet['participants'][number], halfDay: HalfDay) =>
    translate('attendance.of', { name: personName(person), half: textOf(halfDay).name })
}

export function SheetTable({ sheet, mayWrite, record }: Props) {
  const translate = useTranslate()
  const textOf = useHalfDayText()
  const cellLabel = useCellLabel()
  return (
    <TableContainer>
      <Table
        size="small"
        sx={{ width: 'auto' }}
        aria-label={translate('attendance.title', { name: sheet.title })}
      >
        <TableHead>
          <TableRow>
            <TableCell
              sx={{
                verticalAlign: 'bottom',
                position: 'sticky',
                left: 0,
                bgcolor: 'background.paper',
                zIndex: 1,
              }}
            >
              {translate('attendance.person')}
            </TableCell>
            {sheet.halfDays.map((halfDay, index) => {
              const { day, part } = textOf(halfDay)
              return (
                <TableCell
                  key={`${halfDay.day} ${halfDay.half}`}
                  sx={{ minWidth: 150, verticalAlign: 'bottom' }}
                >
                  <Box sx={{ whiteSpace: 'nowrap' }}>{day}</Box>
                  <Box sx={{ whiteSpace: 'nowrap', fontWeight: 400, mb: 0.5 }}>{part}</Box>
                  <MarkCounts counts={countMarks(sheet.participants, index)} />
                  <Box sx={{ mt: 0.5 }}>
                    <AllAttended sheet={sheet} index={index} mayWrite={mayWrite} record={record} />
                  </Box>
                </TableCell>
              )
            })}
          </TableRow>
        </TableHead>
        <TableBody>
          {sheet.participants.map((person) => (
            <TableRow key={person.bookingId} hover>
              <TableCell
                component="th"
                scope="row"
                sx={{
                  minWidth: 160,
                  overflowWrap: 'anywhere',
                  position: 'sticky',
                  left: 0,
                  bgcolor: 'background.paper',
                  zIndex: 1,
                }}
              >
                {personName(person)}
              </TableCell>
              {sheet.halfDays.map((halfDay, index) => (
                <TableCell key={`${halfDay.day} ${halfDay.half}`}>
                  <MarkButtons
                    label={cellLabel(person, halfDay)}
                    mark={person.marks[index] ?? ''}
                    disabled={!mayWrite || !halfDay.isOpen}
                    onChange={(mark) =>
                      record([{ bookingId: person.bookingId, day: halfDay.day, half: halfDay.half, mark }])
                    }
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

export function SheetByHalfDay({ sheet, mayWrite, record }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const textOf = useHalfDayText()
  const cellLabel = useCellLabel()
  const today = useToday()
  const timeZone = useTimeZone()
  const [chosen, setChosen] = useState(() => {
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
    return currentHalfDay(sheet, today, Number(hour.format(new Date())))
  })
  const lastIndex = sheet.halfDays.length - 1
  const index = Math.min(chosen, lastIndex)
  const halfDay = sheet.halfDays[index]!
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" spacing={0.5} sx={{ alignItems: 'center' }}>
        <IconButton
          aria-label={translate('attendance.previous')}
          disabled={index === 0}
          onClick={() => setChosen(index - 1)}
        >
          <BackIcon />
        </IconButton>
        <TextField
          select
          fullWidth
          size="small"
          label={translate('attendance.halfDay')}
          value={index}
          onChange={({ target }) => setChosen(Number(target.value))}
        >
          {sheet.halfDays.map((one, at) => (
            <MenuItem key={`${one.day} ${one.half}`} value={at}>
              {textOf(one).name}
            </MenuItem>
          ))}
        </TextField>
        <IconButton
          aria-label={translate('attendance.next')}
          disabled={index === lastIndex}
          onClick={() => setChosen(index + 1)}
        >
          <ForwardIcon />
        </IconButton>
      </Stack>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <MarkCounts counts={countMarks(sheet.participants, index)} />
        <AllAttended sheet={sheet} index={index} mayWrite={mayWrite} record={record} />
      </Stack>
      {!halfDay.isOpen && (
        <Typography color="textSecondary">
          {translate('attendance.notYet', { day: format.date(halfDay.day) })}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sheet.participants.map((person) => (
          <Box component="li" key={person.bookingId} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600, mb: 0.5, overflowWrap: 'anywhere' }}>
              {personName(person)}
            </Typography>
            <MarkButtons
              large
              label={cellLabel(person, halfDay)}
              mark={person.marks[index] ?? ''}
              disabled={!mayWrite || !halfDay.isOpen}
              onChange={(mark) =>
                record([{ bookingId: person.bookingId, day: halfDay.day, half: halfDay.half, mark }])
              }
            />
          </Box>
        ))}
      </Box>
    </Stack>
  )
}
