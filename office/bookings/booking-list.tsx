// The list of all bookings.
import AddIcon from '@mui/icons-material/PersonAdd'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button, SelectArrayInput } from 'react-admin'
import { Link } from 'react-router-dom'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { DateInput } from '../shell/form/date-time-inputs.tsx'
import { DateTimeField, DayField, Line } from '../shell/list/fields.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import { type Booking, useBookingName, useStatuses, useStatusName } from './booking-queries.ts'
import { ContactFilter, EventFilter } from './list-filters.tsx'
import { StatusChip } from './status-chip.tsx'

const Column = columnOf<RowOf<'bookings'>>()

function StatusFilter(props: { source: string; alwaysOn?: boolean }) {
  const name = useStatusName()
  const choices = useStatuses().map(({ id }) => ({ id, name: name(id) }))
  return (
    <SelectArrayInput {...props} label="bookings.statusLabel" choices={choices} translateChoice={false} />
  )
}

function PersonField() {
  const booking = useRecordContext<Booking>()
  const bookingName = useBookingName()
  return booking ? <Line title={bookingName(booking)} detail={booking.companyName} /> : null
}

function StatusField() {
  const booking = useRecordContext<Booking>()
  return booking ? <StatusChip {...booking} /> : null
}

function BookButton() {
  const translate = useTranslate()
  const mayWrite = useHasRight(['100100', '090300:access'])
  const [isDialogOpen, setDialogOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <Button label={translate('bookings.book')} onClick={() => setDialogOpen(true)}>
        <AddIcon />
      </Button>
      {isDialogOpen && <BookingDialog onClose={() => setDialogOpen(false)} />}
    </>
  )
}

export const BookingList = () => (
  <ListPage
    sort={{ field: 'createdAt', order: 'DESC' }}
    exportPath="/bookings/export"
    actions={
      <>
        <Button component={Link} to="/orders" label="orders.menu" />
        <BookButton />
      </>
    }
    filters={[
      <StatusFilter key="status" source="status" alwaysOn />,
      <DateInput key="from" source="from" label="bookings.from" alwaysOn />,
      <DateInput key="to" source="to" label="bookings.to" alwaysOn />,
      <DateInput key="createdFrom" source="createdFrom" label="bookings.createdFrom" />,
      <EventFilter key="eventId" source="eventId" />,
      <ContactFilter key="contactId" source="contactId" />,
    ]}
  >
    <Column source="lastName" label="bookings.name">
      <PersonField />
    </Column>
    <Column source="dateTitle" />
    <Column source="articleNo" disableSort />
    <Column source="startDate" field={DayField} />
    <Column source="status">
      <StatusField />
    </Column>
    <Column source="comment" disableSort />
    <Column source="createdAt" field={DateTimeField} />
  </ListPage>
)
