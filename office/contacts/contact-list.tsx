import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import { useTranslate } from 'ra-core'
import { contactFilters } from '../addresses/filters.tsx'
import { PeopleList } from '../addresses/people-list.tsx'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'

const contactDetailColumns = ['email', 'phone', 'mobile', 'street', 'zip', 'city', 'country']

function DuplicatesButton() {
  const translate = useTranslate()
  return (
    <ToolbarButton icon={<ContentCopyIcon />} to="/duplicates">
      {translate('contacts.duplicates.menu')}
    </ToolbarButton>
  )
}

export const ContactList = () => (
  <PeopleList
    resource="contacts"
    columns={[
      'lastName',
      ...['firstName', 'contactType', 'company', 'position', 'department'],
      ...contactDetailColumns,
      ...['categoryIds', 'newsletterStatus', 'createdAt'],
    ]}
    hidden={[
      'contactType',
      'position',
      'department',
      'mobile',
      'street',
      'country',
      'newsletterStatus',
      'createdAt',
    ]}
    filters={contactFilters}
    phone={['lastName', 'phone']}
    actions={<DuplicatesButton />}
  />
)
