// Invoice confirmations in the back office.
import type { Endpoint } from '../platform/endpoint.ts'

export const invoicesOffice: readonly Endpoint[] = []
