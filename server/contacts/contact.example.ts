import { exampleAddress, examplePhone } from '../addresses/address.example.ts'
import type { Contact } from './contact.schema.ts'

const absent = (type: string) => ({ id: 0, type, countryCode: '', areaCode: '', number: '' })

/** The contact of the examples in the OpenAPI document. */
export const exampleContact: Contact = {
  id: 1001,
  contactType: 'person',
  salutation: 'ms',
  title: '',
  firstName: 'Jana',
  lastName: 'Köhler',
  company: 'Nordlicht Maschinenbau GmbH',
  companyId: 801,
  email: 'jana.koehler@nordlicht.example',
  website: '',
  contactCategoriesId: [3],
  defaultAddress: [exampleAddress],
  defaultPhone: examplePhone,
  defaultFax: absent('fax'),
  defaultMobile: absent('mobile'),
  allAddress: [exampleAddress],
  invoiceAddress: [],
  invoiceSendAddress: [],
  image_url: '',
  extNewsletter: [
    [
      {
        cmain_id: 1001,
        ext_type: 'kontor',
        ext_id: '2',
        is_active: 1,
        ext_opt_in: 1,
        ext_opt_in_executed: 1,
      },
    ],
  ],
}
