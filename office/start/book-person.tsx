// Books a known person from the start page: the person here, the date in the dialog.
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Suspense, useState } from 'react'
import { type ContactChoice, ContactSearch } from '../addresses/contact-search.tsx'
import { lazyComponent } from '../shell/section/lazy-component.tsx'

const BookingDialog = lazyComponent(
  async () => (await import('../bookings/booking-dialog.tsx')).BookingDialog,
)

export function BookPerson() {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const [contact, setContact] = useState<ContactChoice | null>(null)
  return (
    <Box sx={{ width: { xs: 1, sm: 360 } }}>
      <ContactSearch
        label={translate('start.book')}
        text={text}
        onTextChange={setText}
        onChange={setContact}
      />
      {contact && (
        <Suspense fallback={null}>
          <BookingDialog contact={contact} onClose={() => setContact(null)} />
        </Suspense>
      )}
    </Box>
  )
}
