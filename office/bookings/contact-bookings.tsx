// The bookings of a contact, on the contact's page.
import AddIcon from '@mui/icons-material/PersonAdd'
import {
  Alert,
  Box,
  Button,
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { HiddenText } from '../shell/list/visually-hidden.tsx'
import { BookingActions } from './booking-actions.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import type { ContactChoice } from './person-picker.tsx'
import { StatusChip } from './status-chip.tsx'

export function ContactBookings({ contactId }: { contactId: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const seesPersons = useHasRight('090300:access')
  const mayWrite = useHasRight(['100100', '090300:access'])
  const [contact, setContact] = useState<ContactChoice>()
  const { data = [], error } = useQuery({
    queryKey: ['bookings', 'contact', contactId],
    queryFn: () =>
      api('GET', '/bookings', { query: { contactId, sort: 'startDate', order: 'desc', perPage: 500 } }),
    enabled: seesPersons,
  })
  if (!seesPersons) return null
  if (error) return <Alert severity="error">{error.message}</Alert>
  const openDialog = async (): Promise<void> =>
    setContact((await api('GET', '/contacts', { query: { ids: [contactId] } }))[0])

  return (
    <Box>
      {mayWrite && (
        <Button startIcon={<AddIcon />} onClick={openDialog}>
          {translate('bookings.book')}
        </Button>
      )}
      {data.length === 0 ? (
        <Typography color="text.secondary">{translate('bookings.noBookings')}</Typography>
      ) : (
        <TableContainer>
          <Table size="small" aria-label={translate('bookings.menu')}>
            <TableHead>
              <TableRow>
                <TableCell>{translate('bookings.dateColumn')}</TableCell>
                <TableCell>{translate('bookings.event')}</TableCell>
                <TableCell>{translate('bookings.statusLabel')}</TableCell>
                <TableCell>{translate('bookings.comment')}</TableCell>
                {mayWrite && (
                  <TableCell>
                    <HiddenText>{translate('bookings.actions')}</HiddenText>
                  </TableCell>
                )}
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map((one) => (
                <TableRow key={one.id} hover>
                  <TableCell>{format.span(one.startDate, one.endDate)}</TableCell>
                  <TableCell>
                    <Link component={RouterLink} to={`/dates/${one.dateId}`}>
                      {one.dateTitle}
                    </Link>
                    {one.seriesTitle && (
                      <Typography variant="body2" color="text.secondary">
                        {translate('bookings.partOf', { name: one.seriesTitle })}
                      </Typography>
                    )}
                  </TableCell>
                  <TableCell>
                    <StatusChip status={one.status} countsAs={one.countsAs} />
                  </TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{one.comment}</TableCell>
                  {mayWrite && (
                    <TableCell align="right">
                      <BookingActions booking={one} />
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {contact && <BookingDialog contact={contact} onClose={() => setContact(undefined)} />}
    </Box>
  )
}
