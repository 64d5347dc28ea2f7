// The links of a company in the back office.

import Type from 'typebox'
import { bookingRights } from '../platform/ground/rights.ts'
import { Id, Name, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { CompanyLink, createCompanyLink, loadCompanyLinks, revokeCompanyLink } from './company-link.ts'

const params = Type.Object({ companyId: Id })
const response = Type.Array(CompanyLink)

const getLinks = officeEndpoint({
  method: 'GET',
  path: '/companies/{companyId}/links',
  right: bookingRights,
  params,
  response,
  handle: ({ db, params: { companyId }, settings }) => loadCompanyLinks(db, companyId, settings),
})

/** The answer has the address, which cannot be read again. */
const postLink = officeEndpoint({
  method: 'POST',
  path: '/companies/{companyId}/links',
  right: bookingRights,
  params,
  secretResponse: true,
  body: record({ name: Name }),
  response: Type.Array(record({ link: Type.String() })),
  handle: async ({ tx, params: { companyId }, body: { name }, now }) => [
    { link: await createCompanyLink(tx, { companyId, name }, now) },
  ],
})

const postRevoke = officeEndpoint({
  method: 'POST',
  path: '/companies/{companyId}/links/{linkId}/revoke',
  right: bookingRights,
  params: Type.Object({ companyId: Id, linkId: Id }),
  response,
  handle: async ({ tx, params: { companyId, linkId }, now, settings }) => {
    await revokeCompanyLink(tx, companyId, linkId, now)
    return loadCompanyLinks(tx, companyId, settings)
  },
})

export const companyLinksOffice = [getLinks, postLink, postRevoke]
