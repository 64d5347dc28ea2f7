// The company of a person: found while typing, or made on the fly.
import { AutocompleteInput, ReferenceInput, useNotify } from 'react-admin'
import { untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { existingPath } from './existing-record-notice.tsx'

const toSearchFilter = (q: string) => ({ q })
const format = (value: number | undefined) => value || ''
const parse = (value: number | '' | null) => value || 0

export function CompanyInput() {
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const createCompany = async (name: string | undefined) => {
    if (!name?.trim()) return undefined
    try {
      const [created] = await untypedApi<{ id: number; name: string }>('POST', '/companies', {
        name: name.trim(),
      })
      return created
    } catch (error) {
      const id = /\/(\d+)\/show$/.exec(existingPath(error) ?? '')?.[1]
      if (id) return (await untypedApi<{ id: number; name: string }>('GET', `/companies/${id}`))[0]
      notify(translateMessage((error as Error).message), { type: 'error' })
      return undefined
    }
  }
  return (
    <ReferenceInput source="companyId" reference="companies" sort={{ field: 'name', order: 'ASC' }}>
      <AutocompleteInput
        label="resources.contacts.fields.company"
        optionText="name"
        filterToQuery={toSearchFilter}
        format={format}
        parse={parse}
        onCreate={createCompany}
        helperText={false}
      />
    </ReferenceInput>
  )
}
