import type { Endpoint } from '../platform/endpoint.ts'
export const mergesOffice: readonly Endpoint[] = []
