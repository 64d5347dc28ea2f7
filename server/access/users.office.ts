// Users, tokens and clients in the back office.
import type { Endpoint } from '../platform/endpoint.ts'

export const usersOffice: readonly Endpoint[] = []
