// The company that a visitor orders for: that of the invoice, otherwise that of the orderer.
import { type RawBuilder, sql } from 'kysely'

type Entered = { orderer?: { company?: string }; invoiceTo?: { company?: string } }

export const enteredCompany = ({ orderer, invoiceTo }: Entered): string | undefined =>
  invoiceTo?.company ?? orderer?.company

/** Of an order's `entered`; null: none. */
export const enteredCompanyOf = (entered: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`coalesce(${entered} -> 'invoiceTo' ->> 'company', ${entered} -> 'orderer' ->> 'company')`
