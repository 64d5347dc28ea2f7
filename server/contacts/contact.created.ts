// The response of POST /contacts, built from the request without a read. A test compares it with GET.
import {
  type Address,
  isEmptyPhone,
  type Phone,
  type PhoneType,
  phoneTypes,
} from '../addresses/address.schema.ts'
import type { InsertedContact } from '../addresses/insert-contacts.ts'
import { defaultAddressType } from './contact.insert.ts'
import type { Contact, NewContact } from './contact.schema.ts'

/** The record with all addresses. */
export function createdContact(data: NewContact, created: InsertedContact): Contact {
  const phone = (type: PhoneType): Phone => ({
    id: created[type] ?? 0,
    type,
    countryCode: data[type]?.countryCode ?? '',
    areaCode: data[type]?.areaCode ?? '',
    number: data[type]?.number ?? '',
  })
  const address: Address = {
    id: created.addressId,
    addressType: defaultAddressType(data),
    parentContact: created.companyName ?? '',
    parentContactId: created.companyId ?? 0,
    isDefault: true,
    position: data.position ?? '',
    department: data.department ?? '',
    street: data.street ?? '',
    houseNumber: data.houseNumber ?? '',
    addition: data.addition ?? '',
    zip: data.zip ?? '',
    city: data.city ?? '',
    state: data.state ?? '',
    country: data.country ?? '',
    emails: [{ id: created.emailId, email: data.email }],
    phones: phoneTypes.filter((type) => !isEmptyPhone(data[type] ?? null)).map(phone),
  }
  return {
    id: created.id,
    contactType: 'person',
    salutation: data.salutation ?? '',
    title: data.title ?? '',
    firstName: data.firstName ?? '',
    lastName: data.lastName,
    company: created.companyName ?? data.company ?? '',
    companyId: created.companyId ?? 0,
    email: data.email,
    website: '',
    contactCategoriesId: data.categoryId === undefined ? [] : [data.categoryId],
    defaultAddress: [address],
    defaultPhone: phone('phone'),
    defaultFax: phone('fax'),
    defaultMobile: phone('mobile'),
    allAddress: [address],
    invoiceAddress: created.isInvoice ? [address] : [],
    invoiceSendAddress: created.isInvoiceSend ? [address] : [],
    image_url: '',
    extNewsletter:
      data.externalNewsletter && data.externalNewsletterId
        ? [
            [
              {
                cmain_id: created.id,
                ext_type: data.externalNewsletter,
                ext_id: data.externalNewsletterId,
                is_active: 1,
                ext_opt_in: 0,
                ext_opt_in_executed: 0,
              },
            ],
          ]
        : [],
  }
}
