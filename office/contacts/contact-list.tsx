import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import { Button } from 'react-admin'
import { Link } from 'react-router-dom'
import { MomentField } from '../shell/fields.tsx'
import { Column, ListPage } from '../shell/list-page.tsx'
import { contactFilters } from './filters.tsx'
import { CategoriesField, NewsletterField, TypeField } from './list-columns.tsx'
import { SheetButtons } from './sheet-buttons.tsx'

const hidden = ['contactType', 'mobile', 'street', 'country', 'department', 'newsletter', 'createdAt']

export const ContactList = () => (
  <ListPage
    sort={{ field: 'lastName', order: 'ASC' }}
    filters={contactFilters}
    hiddenColumns={hidden}
    actions={
      <>
        <SheetButtons path="/contacts/sheet" />
        <Button component={Link} to="/duplicates" label="contacts.duplicates.menu">
          <ContentCopyIcon />
        </Button>
      </>
    }
  >
    <Column source="lastName" />
    <Column source="firstName" disableSort />
    <Column source="contactType" disableSort field={TypeField} />
    <Column source="company" disableSort />
    <Column source="position" disableSort />
    <Column source="department" disableSort />
    <Column source="email" disableSort />
    <Column source="phone" disableSort />
    <Column source="mobile" disableSort />
    <Column source="street" disableSort />
    <Column source="zip" disableSort />
    <Column source="city" disableSort />
    <Column source="country" disableSort />
    <Column source="contactCategoriesId" disableSort field={CategoriesField} />
    <Column source="newsletter" disableSort field={NewsletterField} />
    <Column source="createdAt" field={MomentField} />
  </ListPage>
)
