// The client whose dates a text holds for; none: all.
import { RecordInput } from '../shell/form/reference-inputs.tsx'

export const ClientInput = () => (
  <RecordInput source="clientId" reference="clients" helperText="website.clientHelp" />
)
