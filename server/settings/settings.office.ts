// Settings in the back office.
import type { Endpoint } from '../platform/endpoint.ts'

export const settingsOffice: readonly Endpoint[] = []
