// The list of all bookings.

import OrderIcon from '@mui/icons-material/AssignmentOutlined'
import AddIcon from '@mui/icons-material/PersonAdd'
import CertificateIcon from '@mui/icons-material/WorkspacePremiumOutlined'
import { Translate, useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { bookContactsRights, bookingRights } from '../../server/platform/ground/rights.ts'
import { ContactFilter } from '../addresses/contact-filter.tsx'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { DateTimeField, DayField, Line } from '../shell/list/fields.tsx'
import { DayFilter, type FilterProps, SelectFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import { type Booking, useBookingName, useStatuses, useStatusName } from './booking-queries.ts'
import { BookingBulkActions } from './bulk-actions.tsx'
import { EventFilter } from './event-filter.tsx'
import { StatusChip } from './status-chip.tsx'

const Column = columnOf<RowOf<'bookings'>>()

function StatusFilter(props: FilterProps) {
  const name = useStatusName()
  const choices = useStatuses().map(({ id }) => ({ id, name: name(id) }))
  return <SelectFilter {...props} several label="bookings.statusLabel" choices={choices} />
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
  const mayBook = useHasRight(bookContactsRights)
  const [isDialogOpen, setDialogOpen] = useState(false)
  if (!mayBook) return null
  return (
    <>
      <ToolbarButton icon={<AddIcon />} onClick={() => setDialogOpen(true)}>
        {translate('bookings.book')}
      </ToolbarButton>
      {isDialogOpen && <BookingDialog onClose={() => setDialogOpen(false)} />}
    </>
  )
}

export function BookingList() {
  const mayWrite = useHasRight(bookingRights)
  return (
    <ListPage
      bulkActionButtons={mayWrite && <BookingBulkActions />}
      sort={{ field: 'createdAt', order: 'DESC' }}
      exportPath="/bookings/export"
      phoneColumns={['lastName', 'dateTitle', 'status']}
      actions={
        <>
          <ToolbarButton icon={<OrderIcon />} to="/orders">
            <Translate i18nKey="orders.menu" />
          </ToolbarButton>
          <ToolbarButton icon={<CertificateIcon />} to="/certificates">
            <Translate i18nKey="documents.certificates" />
          </ToolbarButton>
          <BookButton />
        </>
      }
      filters={[
        <StatusFilter key="status" source="status" />,
        <DayFilter key="from" source="from" label="bookings.from" />,
        <DayFilter key="to" source="to" label="bookings.to" />,
        <DayFilter key="createdFrom" source="createdFrom" label="bookings.createdFrom" />,
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
}
