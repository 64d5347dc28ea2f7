// The treatment of a date at which a trainer or a room is already taken.
import { required, SelectInput } from 'react-admin'

export const OverlapCheckInput = () => (
  <SelectInput
    source="overlapCheck"
    choices={['off', 'warn', 'forbid'].map((id) => ({ id, name: `catalogue.overlapCheck.${id}` }))}
    defaultValue="warn"
    validate={required()}
  />
)
