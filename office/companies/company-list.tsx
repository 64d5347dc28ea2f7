import { commonFilters } from '../addresses/filters.tsx'
import { PeopleList } from '../addresses/people-list.tsx'

const contactDetailColumns = ['email', 'phone', 'street', 'zip', 'city', 'country', 'website']

export const CompanyList = () => (
  <PeopleList
    resource="companies"
    columns={['name', 'name2', ...contactDetailColumns, 'categoryIds', 'newsletterStatus', 'createdAt']}
    hidden={['street', 'country', 'website', 'newsletterStatus', 'createdAt']}
    phone={['name', 'phone']}
    filters={commonFilters}
  />
)
