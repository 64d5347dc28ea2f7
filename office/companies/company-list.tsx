import { commonFilters } from '../contacts/filters.tsx'
import { CategoriesField, NewsletterField } from '../contacts/list-columns.tsx'
import { SheetButtons } from '../contacts/sheet-buttons.tsx'
import { MomentField } from '../shell/fields.tsx'
import { Column, ListPage } from '../shell/list-page.tsx'

const hidden = ['street', 'country', 'website', 'newsletter', 'createdAt']

export const CompanyList = () => (
  <ListPage
    sort={{ field: 'name', order: 'ASC' }}
    filters={commonFilters}
    hiddenColumns={hidden}
    actions={<SheetButtons path="/companies/sheet" />}
  >
    <Column source="name" />
    <Column source="name2" disableSort />
    <Column source="email" disableSort />
    <Column source="phone" disableSort />
    <Column source="street" disableSort />
    <Column source="zip" disableSort />
    <Column source="city" disableSort />
    <Column source="country" disableSort />
    <Column source="website" disableSort />
    <Column source="contactCategoriesId" disableSort field={CategoriesField} />
    <Column source="newsletter" disableSort field={NewsletterField} />
    <Column source="createdAt" field={MomentField} />
  </ListPage>
)
