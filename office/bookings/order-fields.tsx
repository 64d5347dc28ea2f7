// The fields of an order: the orderer, the receiver of the invoice.
import { BooleanInput, TextInput } from 'react-admin'
import { FieldGrid } from '../shell/form/form-section.tsx'
import { RecordInput } from '../shell/form/reference-inputs.tsx'

const persons = { contactType: 'person' }

/** @param path of the order in the form, with its dot */
export const OrderFields = ({ path = '' }: { path?: string }) => (
  <FieldGrid min={220}>
    <RecordInput
      source={`${path}companyId`}
      reference="companies"
      label="resources.orders.fields.companyId"
      helperText={false}
    />
    <RecordInput
      source={`${path}ordererId`}
      reference="contacts"
      filter={persons}
      label="resources.orders.fields.ordererId"
      helperText={false}
    />
    <RecordInput
      source={`${path}invoiceContactId`}
      reference="contacts"
      label="resources.orders.fields.invoiceContactId"
      helperText="orders.invoiceHelp"
    />
    <TextInput
      source={`${path}invoiceReference`}
      label="resources.orders.fields.invoiceReference"
      helperText={false}
    />
    <TextInput
      source={`${path}comment`}
      label="resources.orders.fields.comment"
      multiline
      helperText={false}
    />
    <BooleanInput
      source={`${path}termsAccepted`}
      label="resources.orders.fields.termsAccepted"
      helperText={false}
    />
  </FieldGrid>
)
