import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import { Button } from 'react-admin'
import { Link } from 'react-router-dom'
import { contactFilters } from './filters.tsx'
import { PeopleList } from './people-list.tsx'

const contactDetailColumns = ['email', 'phone', 'mobile', 'street', 'zip', 'city', 'country']

export const ContactList = () => (
  <PeopleList
    resource="contacts"
    columns={[
      'lastName',
      ...['firstName', 'contactType', 'company', 'position', 'department'],
      ...contactDetailColumns,
      ...['categoryIds', 'newsletterStatus', 'createdAt'],
    ]}
    hidden={['contactType', 'mobile', 'street', 'country', 'department', 'newsletterStatus', 'createdAt']}
    filters={contactFilters}
    actions={
      <Button component={Link} to="/duplicates" label="contacts.duplicates.menu">
        <ContentCopyIcon />
      </Button>
    }
  />
)
