// The interface's operations ("Endpoints", with additions of the decisions), transcribed by hand and independent of the
// server's endpoints.
import {
  attachmentAnswer,
  company,
  contact,
  crmUser,
  event,
  type Fields,
  invoiceConfirmation,
  leadCategory,
  leadSummary,
  mailImportAnswer,
  newsletterAnswer,
  participation,
  phone,
  type Shape,
  todoAnswer,
} from './records.ts'

export type Operation = {
  readonly method: 'get' | 'post' | 'patch'
  readonly path: string
  readonly pathParameters: Fields
  readonly query: Fields
  /** The request body; `binary` is the raw file of the attachment. */
  readonly body?: Fields | 'binary'
  /** Body fields that must be sent, as paths (`elements[].resId`). */
  readonly required: readonly string[]
  /** The body is optional, as on a GET. */
  readonly bodyOptional?: true
  /** Successful answers are arrays of this record. */
  readonly response: Fields
  /** All of these rights are required; empty: any valid token. */
  readonly rights: readonly string[]
  /** Error statuses that the operation documents, at least. */
  readonly errors: readonly number[]
}

const loadFlags: Fields = {
  loadAllAddresses: 'integer',
  loadInvoiceAddresses: 'integer',
  loadInvoiceSendAddresses: 'integer',
  loadContactImage: 'integer',
  loadResourceData: 'integer',
}

const strings = (names: string): Fields =>
  Object.fromEntries(names.split(', ').map((name) => [name, 'string' as Shape]))

/** Fields that POST and PATCH of a contact have in common. */
const contactFields: Fields = {
  salutation: 'string',
  ...strings('title, firstName, lastName, email, company, department, position'),
  isPostOfficeBox: 'integer',
  ...strings('street, houseNumber, addition, zip, city, state, country'),
  phone,
  fax: phone,
  mobile: phone,
  categoryId: 'integer',
}

const companyFields: Fields = {
  ...strings('name, name2, email, department, position'),
  ...strings('street, houseNumber, addition, zip, city, state, country'),
  phone,
  fax: phone,
  mobile: phone,
  addressType: 'integer',
  isDefaultAddress: 'boolean',
  categoryId: 'integer',
}

const mail: Fields = strings('subject, mailBody, mailFrom, mailTo')

const clientOnly: Fields = { clientId: 'integer' }

const eventParameters: Fields = {
  catalogId: ['integer'],
  eventId: 'integer or [integer]',
  catalogCategoryId: 'integer or [integer]',
  dateId: 'integer',
  displayDate: 'string',
  excludeWithoutDisplayDate: 'boolean',
  dateStart: 'string',
  dateEnd: 'string',
  mainDateTrainer: 'boolean',
  allDateTrainers: 'boolean',
  nextDatesTrainers: 'integer',
  eventDateFiles: 'string',
  eventMetaData: 'boolean',
  dateMetaData: 'boolean',
  prices: 'boolean',
  ebgData: 'boolean',
  eventMetaTags: 'boolean',
  hotelQuota: 'boolean',
}

export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/contacts',
    pathParameters: {},
    query: {},
    body: {
      ...contactFields,
      commTemplateId: 'integer',
      externalNewsletter: 'string',
      externalNewsletterId: 'string',
    },
    required: ['email', 'lastName'],
    response: contact,
    rights: ['090300:add'],
    errors: [400, 401, 403, 409, 413, 415],
  },
  {
    method: 'get',
    path: '/contacts/{contactId}',
    pathParameters: { contactId: 'integer' },
    query: loadFlags,
    required: [],
    response: contact,
    rights: ['090300:access'],
    errors: [400, 401, 403, 404],
  },
  {
    method: 'patch',
    path: '/contacts/{contactId}',
    pathParameters: { contactId: 'integer' },
    query: {},
    body: { ...contactFields, companyId: 'integer', website: 'string', contactCategoriesId: ['integer'] },
    required: [],
    response: contact,
    rights: ['090300:edit'],
    errors: [400, 401, 403, 404, 409, 413, 415],
  },
  {
    method: 'get',
    path: '/contacts/search/email/{emailaddress}',
    pathParameters: { emailaddress: 'string' },
    query: loadFlags,
    required: [],
    response: contact,
    rights: ['090300:access'],
    errors: [400, 401, 403],
  },
  {
    method: 'get',
    path: '/contacts/search/category/{categoryId}',
    pathParameters: { categoryId: 'string' },
    query: loadFlags,
    required: [],
    response: contact,
    rights: ['090300:access'],
    errors: [400, 401, 403],
  },
  {
    method: 'post',
    path: '/companies',
    pathParameters: {},
    query: {},
    body: companyFields,
    required: ['name'],
    response: company,
    rights: ['090300:add'],
    errors: [400, 401, 403, 413, 415],
  },
  {
    method: 'get',
    path: '/companies/{companyId}',
    pathParameters: { companyId: 'integer' },
    query: {},
    required: [],
    response: company,
    rights: ['090300:access'],
    errors: [400, 401, 403, 404],
  },
  {
    method: 'patch',
    path: '/companies/{companyId}',
    pathParameters: { companyId: 'integer' },
    query: {},
    body: { ...companyFields, contactCategoriesId: ['integer'] },
    required: [],
    response: company,
    rights: ['090300:edit'],
    errors: [400, 401, 403, 404, 413, 415],
  },
  {
    method: 'post',
    path: '/newsletter/subscribe/{formid}',
    pathParameters: { formid: 'integer' },
    query: {},
    body: {
      ...strings('lastname, salutation, title, firstname, department, position, addr_street'),
      ...strings('addr_street_houseno, addr_zip, addr_city, addr_state, addr_country, phone, email, company'),
      clientId: 'integer',
      contactId: 'integer',
    },
    required: ['email'],
    response: newsletterAnswer,
    rights: [],
    errors: [400, 401, 403, 404, 413, 415],
  },
  {
    method: 'post',
    path: '/mail/participant/{participantId}',
    pathParameters: { participantId: 'integer' },
    query: {},
    body: { ...mail, cid: 'integer' },
    required: [],
    response: mailImportAnswer,
    rights: [],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'post',
    path: '/mail/crmlead/{leadid}',
    pathParameters: { leadid: 'integer' },
    query: {},
    body: { ...mail, cid: 'integer' },
    required: [],
    response: mailImportAnswer,
    rights: [],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'post',
    path: '/todo/import',
    pathParameters: {},
    query: {},
    body: mail,
    required: [],
    response: todoAnswer,
    rights: [],
    errors: [400, 401, 413, 415],
  },
  {
    method: 'post',
    path: '/attachment/crm/{taskId}/{filename}',
    pathParameters: { taskId: 'integer', filename: 'string' },
    query: {},
    body: 'binary',
    required: [],
    response: attachmentAnswer,
    rights: [],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'post',
    path: '/leads/createLead',
    pathParameters: {},
    query: {},
    body: {
      leadId: 'integer',
      leadContact: 'integer',
      ...strings('firstName, lastName, company'),
      leadCategory: 'integer',
      leadOwner: 'integer',
      leadComment: 'string',
      clientId: 'integer',
      subject: 'string',
      setCompanyContact: 'boolean',
      useContactComment: 'boolean',
    },
    required: ['leadContact'],
    response: leadSummary,
    rights: [],
    errors: [400, 401, 403, 413, 415],
  },
  {
    method: 'get',
    path: '/leads/search/cid/{contactid}',
    pathParameters: { contactid: 'integer' },
    query: {},
    required: [],
    response: leadSummary,
    rights: [],
    errors: [400, 401],
  },
  {
    method: 'get',
    path: '/leadCategories/findByClientId',
    pathParameters: {},
    query: clientOnly,
    body: clientOnly,
    bodyOptional: true,
    required: [],
    response: leadCategory,
    rights: [],
    errors: [400, 401, 403, 413, 415],
  },
  {
    method: 'get',
    path: '/users/crmUsers',
    pathParameters: {},
    query: clientOnly,
    body: clientOnly,
    bodyOptional: true,
    required: [],
    response: crmUser,
    rights: [],
    errors: [400, 401, 403, 413, 415],
  },
  {
    method: 'post',
    path: '/invoiceConfirm',
    pathParameters: {},
    query: {},
    body: {
      tcpId: 'integer',
      contactId: 'integer',
      addressId: 'integer',
      elements: [
        { resTyp: 'string', resId: 'integer', ...strings('dateStart, timeStart, dateEnd, timeEnd') },
      ],
    },
    // resTyp and resId together identify the article of an element.
    required: ['contactId', 'elements', 'elements[].resTyp', 'elements[].resId'],
    response: invoiceConfirmation,
    rights: ['100400', '100100'],
    errors: [400, 401, 403, 413, 415],
  },
  {
    method: 'get',
    path: '/participations/search/cid/{contactId}/{searchPeriod}',
    pathParameters: { contactId: 'integer', searchPeriod: 'integer' },
    query: {},
    required: [],
    response: participation,
    rights: [],
    errors: [400, 401],
  },
  {
    method: 'get',
    path: '/events',
    pathParameters: {},
    query: eventParameters,
    body: eventParameters,
    bodyOptional: true,
    required: [],
    response: event,
    rights: [],
    errors: [400, 401, 413, 415],
  },
]
