// The bookings of a contact.

import AddIcon from '@mui/icons-material/PersonAdd'
import { Alert, Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { bookContactsRights, bookingRights } from '../../server/platform/ground/rights.ts'
import type { ContactChoice } from '../addresses/contact-search.tsx'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { BookingsTable } from './bookings-table.tsx'

export function ContactBookings({ contactId }: { contactId: number }) {
  const translate = useTranslate()
  const seesBookings = useHasRight('booking:access')
  const mayWrite = useHasRight(bookingRights)
  const mayBook = useHasRight(bookContactsRights)
  const [contact, setContact] = useState<ContactChoice>()
  const {
    data = [],
    error,
    isPending,
  } = useQuery({
    queryKey: ['bookings', 'contact', contactId],
    queryFn: () =>
      api('GET', '/bookings', { query: { contactId, sort: 'startDate', order: 'desc', perPage: 500 } }),
    enabled: seesBookings,
  })
  if (!seesBookings) return null
  if (error) return <Alert severity="error">{error.message}</Alert>
  const openDialog = async (): Promise<void> =>
    setContact((await api('GET', '/contacts', { query: { ids: [contactId] } }))[0])

  return (
    <Box>
      {mayBook && (
        <Button startIcon={<AddIcon />} onClick={openDialog}>
          {translate('bookings.book')}
        </Button>
      )}
      {data.length > 0 ? (
        <BookingsTable bookings={data} of="contact" mayWrite={mayWrite} label={translate('bookings.menu')} />
      ) : (
        !isPending && <Typography color="text.secondary">{translate('bookings.noBookings')}</Typography>
      )}
      {contact && <BookingDialog contact={contact} onClose={() => setContact(undefined)} />}
    </Box>
  )
}
