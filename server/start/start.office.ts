// The start page in the back office.
import type { Endpoint } from '../platform/endpoint.ts'

export const startOffice: readonly Endpoint[] = []
