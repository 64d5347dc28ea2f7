// Books a contact, or anybody, from a page that is not about bookings.
import { useQuery } from '@tanstack/react-query'
import { BookingDialog } from '../bookings/booking-dialog.tsx'
import { api } from '../shell/api/api.ts'

/** @param contactId left out: the dialog asks for the person */
export function BookDialog({ contactId, onClose }: { contactId?: number | undefined; onClose: () => void }) {
  const { data: contact } = useQuery({
    queryKey: ['contacts', 'toBook', contactId],
    queryFn: async () => (await api('GET', '/contacts', { query: { ids: [contactId!] } }))[0] ?? null,
    enabled: contactId !== undefined,
  })
  if (contactId === undefined) return <BookingDialog onClose={onClose} />
  return contact ? <BookingDialog contact={contact} onClose={onClose} /> : null
}
