// Catalogues, categories and events in the back office.
import type { Endpoint } from '../platform/endpoint.ts'

export const eventsOffice: readonly Endpoint[] = []
