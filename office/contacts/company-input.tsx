// The company of a person: searched while typing, or created in place.
import { useNotify } from 'react-admin'
import { existingRecord } from '../addresses/existing-record-notice.tsx'
import { ApiError, api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { RecordInput } from '../shell/form/reference-inputs.tsx'

/** The new company, or the existing one of this name. */
async function createOrReadCompany(name: string): Promise<Pick<RecordOf<'companies'>, 'id' | 'name'>> {
  try {
    const [created] = await api('POST', '/companies', { body: { name } })
    return { id: created!.id, name }
  } catch (error) {
    const existing = existingRecord(error)
    if (!existing) throw error
    return { id: existing.id, name }
  }
}

export function CompanyInput() {
  const notify = useNotify()
  const createCompany = async (name: string | undefined) => {
    if (!name?.trim()) return undefined
    try {
      return await createOrReadCompany(name.trim())
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'shell.error.server', { type: 'error' })
      return undefined
    }
  }
  return (
    <RecordInput
      source="companyId"
      reference="companies"
      label="resources.contacts.fields.company"
      onCreate={createCompany}
    />
  )
}
