import { commonFilters } from '../contacts/filters.tsx'
import { PeopleList } from '../contacts/people-list.tsx'

const reach = ['email', 'phone', 'street', 'zip', 'city', 'country', 'website']

export const CompanyList = () => (
  <PeopleList
    resource="companies"
    columns={['name', 'name2', ...reach, 'contactCategoriesId', 'newsletter', 'createdAt']}
    hidden={['street', 'country', 'website', 'newsletter', 'createdAt']}
    filters={commonFilters}
  />
)
