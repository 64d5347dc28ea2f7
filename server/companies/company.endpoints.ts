// Companies (interface, Endpoints, Companies; decision 5).
import Type from 'typebox'
import { exampleAddress } from '../addresses/address.example.ts'
import { findMergeTarget } from '../addresses/merged-contact.sql.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { described, Id, record } from '../platform/ground/schema.ts'
import { endpoint, JsonText } from '../platform/http/endpoint.ts'
import { Company, CompanyChange, NewCompany } from './company.schema.ts'
import { companyById } from './company.sql.ts'
import { applyCompanyChange, findOrInsertCompany } from './company.write.ts'

const params = record(described({ companyId: Id }, { companyId: 'Id of the company' }))
const response = Type.Array(Company)

const address = {
  ...exampleAddress,
  parentContact: '',
  parentContactId: 0,
  position: '',
  emails: [{ id: 4690, email: 'info@nordlicht.example' }],
}
const example: Company = {
  id: 1,
  name: 'Nordlicht Maschinenbau GmbH',
  name2: 'Werk Hamburg',
  contactCategoriesId: [2],
  email: 'info@nordlicht.example',
  defaultAddress: [address],
  defaultPhone: exampleAddress.phones[0]!,
  defaultFax: { id: 0, type: 'fax', countryCode: '', areaCode: '', number: '' },
  defaultMobile: { id: 0, type: 'mobile', countryCode: '', areaCode: '', number: '' },
  allAddress: [address],
}

export const createCompany = endpoint({
  method: 'POST',
  path: '/companies',
  id: 'createCompany',
  tag: 'Companies',
  summary: 'Add a company if it does not exist',
  description: 'A company with the same name, and the same zip where both have one, is returned unchanged.',
  right: '090300:add',
  body: NewCompany,
  response,
  examples: {
    body: {
      name: 'Nordlicht Maschinenbau GmbH',
      name2: 'Werk Hamburg',
      email: 'info@nordlicht.example',
      street: 'Hafenstraße',
      houseNumber: '12a',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
      addressType: 1,
      isDefaultAddress: true,
      categoryId: 2,
    },
    response: [example],
  },
  handle: async ({ tx, body }) => new JsonText(await companyById(tx, await findOrInsertCompany(tx, body))),
})

export const getCompany = endpoint({
  method: 'GET',
  path: '/companies/{companyId}',
  id: 'getCompany',
  tag: 'Companies',
  summary: 'Read a company',
  right: '090300:access',
  params,
  response,
  examples: { params: { companyId: 1 }, response: [example] },
  handle: async ({ db, params: { companyId } }) => {
    const found = await companyById(db, companyId)
    if (found !== '[]') return new JsonText(found)
    const into = await findMergeTarget(db, companyId)
    const survivor = into === undefined ? '[]' : await companyById(db, into)
    if (survivor === '[]') throw notFound(generalErrors.notFound({ kind: 'company', id: companyId }))
    return new JsonText(survivor)
  },
})

export const updateCompany = endpoint({
  method: 'PATCH',
  path: '/companies/{companyId}',
  id: 'updateCompany',
  tag: 'Companies',
  summary: 'Change a company',
  description:
    'A field that is not sent stays; `""` or `null` clears it; the name cannot be cleared. With `isDefaultAddress` false the given address is added beside the default one.',
  right: '090300:edit',
  params,
  body: CompanyChange,
  response,
  conflict: true,
  examples: { params: { companyId: 1 }, body: { name2: 'Werk Hamburg', fax: null }, response: [example] },
  handle: async ({ tx, params: { companyId }, body }) => {
    const id = await applyCompanyChange(tx, companyId, body)
    return new JsonText(await companyById(tx, id))
  },
})

export const companyEndpoints = [createCompany, getCompany, updateCompany]
