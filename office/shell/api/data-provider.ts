// react-admin's data provider over /office/api.
import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider, Identifier, RaRecord } from 'react-admin'
import { ApiError, request, totalOf } from './api.ts'
import { changedFields, omitEmpty } from './changed-fields.ts'
import type { Values } from './conflict.ts'
import type { Method } from './endpoints.ts'
import { toFormErrors } from './field-errors.ts'
import { listQuery, toQueryString } from './query-string.ts'
import { saveWithConflictCheck } from './save-with-conflict-check.ts'

interface DataProviderOptions {
  queryClient: QueryClient
  /** The subject of a resource in the change log. */
  subjectOf: (resource: string) => string
  /** The name of a field (`prices[0].net`) of a resource for users. */
  fieldName: (resource: string, field: string) => string
}

async function records(method: Method, path: string, body?: unknown): Promise<RaRecord[]> {
  const text = await (await request(method, path, body)).text()
  return text ? JSON.parse(text) : []
}

/** @throws ApiError 404 */
export async function fetchOne(resource: string, id: Identifier): Promise<RaRecord> {
  const [record] = await records('GET', `/${resource}/${id}`)
  if (!record) throw new ApiError(404, { message: 'ra.notification.item_doesnt_exist' })
  return record
}

async function fetchList(path: string, perPage: number, page: number) {
  const response = await request('GET', path)
  const data: RaRecord[] = await response.json()
  const total = totalOf(response, data.length)
  return total === undefined
    ? { data, pageInfo: { hasNextPage: data.length >= perPage, hasPreviousPage: page > 1 } }
    : { data, total }
}

async function fetchMany(resource: string, ids: readonly Identifier[]): Promise<RaRecord[]> {
  const requestedIds = [...new Set(ids)].filter((id) => id !== '' && Number(id) !== 0)
  if (requestedIds.length === 0) return []
  return records('GET', `/${resource}${toQueryString({ ids: requestedIds, perPage: 1000 })}`)
}

export function createDataProvider({ queryClient, subjectOf, fieldName }: DataProviderOptions): DataProvider {
  /** Errors by field; the message has all of them, for fields that the form does not show. */
  const withFieldErrors = (resource: string, error: unknown): unknown => {
    if (!(error instanceof ApiError) || error.details.length === 0) return error
    const messages = error.details
      .slice(0, 4)
      .map(({ field, message }) => `${fieldName(resource, field)}: ${message}`)
    error.body = {
      errors: { ...toFormErrors(error.details), root: { serverError: messages.join(' · ') } },
    }
    return error
  }

  const withNamedFields = async <T>(resource: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw withFieldErrors(resource, error)
    }
  }

  /** Sends the changed fields; resolves a conflict with another user's change. */
  async function saveChanges(
    resource: string,
    id: Identifier,
    fields: Values,
    before: Values,
  ): Promise<RaRecord> {
    // The messages about a change are no field.
    const { messages: _, ...yours } = fields
    const saveOptions = {
      resource,
      subject: subjectOf(resource),
      id,
      before,
      yours,
      read: () => fetchOne(resource, id),
      onTheirsChosen: (theirs: Values) =>
        queryClient.setQueriesData({ queryKey: [resource, 'getOne'] }, (cached: Values | undefined) =>
          String(cached?.['id']) === String(id) ? theirs : cached,
        ),
    }
    const [saved] = await saveWithConflictCheck(saveOptions, (version) =>
      records('PATCH', `/${resource}/${id}`, version === undefined ? fields : { ...fields, version }),
    )
    return saved ?? (await fetchOne(resource, id))
  }

  return {
    getList: (resource, params) =>
      withNamedFields(
        resource,
        fetchList(
          `/${resource}${listQuery(params)}`,
          params.pagination?.perPage ?? 25,
          params.pagination?.page ?? 1,
        ),
      ),
    getManyReference: (resource, { target, id, ...params }) =>
      withNamedFields(
        resource,
        fetchList(
          `/${resource}${listQuery({ ...params, filter: { ...params.filter, [target]: id } })}`,
          params.pagination.perPage,
          params.pagination.page,
        ),
      ),
    getOne: async (resource, { id }) => ({
      data: await withNamedFields(resource, fetchOne(resource, id)),
    }),
    getMany: async (resource, { ids }) => ({
      data: await withNamedFields(resource, fetchMany(resource, ids)),
    }),
    create: async (resource, { data }) => {
      const [record] = await withNamedFields(resource, records('POST', `/${resource}`, omitEmpty(data)))
      return { data: record }
    },
    update: async (resource, { id, data, previousData }) => {
      const before = { ...previousData } as Values
      before['version'] ??= data['version']
      const fields = changedFields(data, before)
      if (previousData && Object.keys(fields).length === 0) return { data: previousData }
      return { data: await withNamedFields(resource, saveChanges(resource, id, fields, before)) }
    },
    updateMany: async (resource, { ids, data }) => {
      for (const record of await withNamedFields(resource, fetchMany(resource, ids)))
        await withNamedFields(resource, saveChanges(resource, record.id, changedFields(data, record), record))
      return { data: ids }
    },
    delete: async (resource, { id, previousData }) => {
      await withNamedFields(resource, records('DELETE', `/${resource}/${id}`))
      return { data: previousData ?? { id } }
    },
    deleteMany: async (resource, { ids }) => {
      for (const id of ids) await withNamedFields(resource, records('DELETE', `/${resource}/${id}`))
      return { data: ids }
    },
  } as DataProvider
}
