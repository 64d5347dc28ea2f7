import type { Endpoint } from '../platform/endpoint.ts'
export const duplicatesOffice: readonly Endpoint[] = []
