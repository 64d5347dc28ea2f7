// Contacts in the back office.
import type { Endpoint } from '../platform/endpoint.ts'

export const contactsOffice: readonly Endpoint[] = []
