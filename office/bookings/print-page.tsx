// The list of participants for printing, with a column for signatures.
import {
  Box,
  Button,
  GlobalStyles,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { useSession } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { useAttendingText, useBookingsOfDate, useSeats, useStatusName } from './booking-queries.ts'

// Print black on white in every theme.
const printStyles = (
  <GlobalStyles
    styles={{
      '@page': { size: 'A4', margin: '15mm' },
      '@media print': {
        'html, body': { background: '#fff !important', color: '#000 !important' },
        '.screen-only, .MuiSnackbar-root': { display: 'none !important' },
        tr: { breakInside: 'avoid' },
        thead: { display: 'table-header-group' },
      },
    }}
  />
)

export function PrintPage() {
  const dateId = Number(useParams()['dateId'])
  const translate = useTranslate()
  const attendingText = useAttendingText()
  const statusName = useStatusName()
  const format = useFormat()
  const session = useSession()
  const { data: seats } = useSeats(dateId, 0)
  const { data: bookings } = useBookingsOfDate(dateId, true)
  const title = seats
    ? [translate('bookings.print.title'), seats.displayTitle, seats.startDate].filter(Boolean).join(' · ')
    : ''
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  if (!seats || !bookings) return null
  const attending = bookings.filter(({ countsAs }) => countsAs === 'booked' || countsAs === 'reserved')

  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        bgcolor: '#fff',
        color: '#000',
        p: { xs: 2, md: 4 },
        '@media print': { p: 0 },
        '& .MuiTableCell-root': { color: '#000', borderColor: '#888' },
        '& .MuiTypography-root': { color: '#000' },
      }}
    >
      {printStyles}
      <Box sx={{ maxWidth: 1000, mx: 'auto' }}>
        <Box className="screen-only" sx={{ display: 'flex', justifyContent: 'flex-end', mb: 2 }}>
          <Button variant="contained" onClick={() => window.print()}>
            {translate('bookings.print.button')}
          </Button>
        </Box>
        <Typography variant="body2">{session?.instanceName}</Typography>
        <Typography variant="h5" component="h1">
          {translate('bookings.print.title')}
        </Typography>
        <Typography variant="h6" component="p">
          {seats.displayTitle}
        </Typography>
        <Typography gutterBottom>
          {[format.span(seats.startDate, seats.endDate), seats.city, seats.articleNo]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        <Typography variant="body2" sx={{ mb: 2 }}>
          {attendingText(attending)}
        </Typography>
        <Table size="small" aria-label={translate('bookings.print.title')}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 40 }}>{translate('bookings.print.number')}</TableCell>
              <TableCell>{translate('bookings.name')}</TableCell>
              <TableCell>{translate('bookings.company')}</TableCell>
              <TableCell>{translate('bookings.comment')}</TableCell>
              <TableCell sx={{ width: '30%' }}>{translate('bookings.print.signature')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {attending.map((one, index) => (
              <TableRow key={one.id} sx={{ height: 44 }}>
                <TableCell>{index + 1}</TableCell>
                <TableCell>
                  <strong>{one.lastName || translate('bookings.unnamed')}</strong>
                  {one.firstName && `, ${one.firstName}`}
                  {one.title && ` (${one.title})`}
                </TableCell>
                <TableCell>{one.companyName || one.orderedBy}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {[one.comment, one.dietaryNotes, one.accessibilityNotes].filter(Boolean).join(' · ')}
                </TableCell>
                <TableCell sx={{ borderLeft: '1px solid #888' }}>
                  {['attended', 'absent'].includes(one.status) && statusName(one.status)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}
