// react-admin's data provider over /office/api.
import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider, Identifier, RaRecord } from 'react-admin'
import type { Values } from '../history/conflict.ts'
import { insist } from '../history/save-with-conflict-check.ts'
import { ApiError, api, request } from './api.ts'
import { changedFields, filled } from './changed-fields.ts'
import { faultTree } from './field-errors.ts'
import { listQuery, queryOf } from './list-query.ts'

interface Surroundings {
  queryClient: QueryClient
  /** The log's subject of a resource. */
  subjectOf: (resource: string) => string
  /** The server's sentence in the user's language. */
  say: (message: string) => string
  /** What the user calls a field (`prices[0].net`) of a resource. */
  fieldName: (resource: string, field: string) => string
}

export function makeDataProvider({ queryClient, subjectOf, say, fieldName }: Surroundings): DataProvider {
  /** Faults on their fields, and all of them as the message for those that the form does not show. */
  const withFaults = (resource: string, error: unknown): unknown => {
    if (!(error instanceof ApiError)) return error
    if (error.details.length > 0) {
      const told = error.details
        .slice(0, 4)
        .map(({ field, message }) => `${fieldName(resource, field)}: ${say(message)}`)
      error.body = {
        errors: { ...faultTree(error.details, say), root: { serverError: told.join(' · ') } },
      }
    } else error.message = say(error.message)
    return error
  }

  const saying = async <T>(resource: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw withFaults(resource, error)
    }
  }

  async function one(resource: string, id: Identifier): Promise<RaRecord> {
    const [record] = await api<RaRecord>('GET', `/${resource}/${id}`)
    if (!record) throw new ApiError(404, 'ra.notification.item_doesnt_exist')
    return record
  }

  async function list(path: string, perPage: number, page: number) {
    const response = await request('GET', path)
    const data = (await response.json()) as RaRecord[]
    const total = response.headers.get('x-total-count') ?? String(data.length)
    return total.endsWith('+')
      ? { data, pageInfo: { hasNextPage: data.length >= perPage, hasPreviousPage: page > 1 } }
      : { data, total: Number(total) }
  }

  async function many(resource: string, ids: readonly Identifier[]): Promise<RaRecord[]> {
    const wanted = [...new Set(ids)].filter((id) => id !== '' && Number(id) !== 0)
    if (wanted.length === 0) return []
    return api<RaRecord>('GET', `/${resource}${queryOf({ ids: wanted, perPage: 1000 })}`)
  }

  /** Sends the changed fields; where another user was faster, asks whose shall count. */
  async function change(resource: string, id: Identifier, fields: Values, before: Values): Promise<RaRecord> {
    const wish = {
      resource,
      subject: subjectOf(resource),
      id,
      before,
      yours: fields,
      read: () => one(resource, id),
      taken: (theirs: Values) =>
        queryClient.setQueriesData({ queryKey: [resource, 'getOne'] }, (held: Values | undefined) =>
          String(held?.['id']) === String(id) ? theirs : held,
        ),
    }
    const [saved] = await insist(wish, (version) =>
      api<RaRecord>('PATCH', `/${resource}/${id}`, version === undefined ? fields : { ...fields, version }),
    )
    return saved ?? (await one(resource, id))
  }

  return {
    getList: (resource, params) =>
      saying(
        resource,
        list(
          `/${resource}${listQuery(params)}`,
          params.pagination?.perPage ?? 25,
          params.pagination?.page ?? 1,
        ),
      ),
    getManyReference: (resource, { target, id, ...params }) =>
      saying(
        resource,
        list(
          `/${resource}${listQuery({ ...params, filter: { ...params.filter, [target]: id } })}`,
          params.pagination.perPage,
          params.pagination.page,
        ),
      ),
    getOne: async (resource, { id }) => ({ data: await saying(resource, one(resource, id)) }),
    getMany: async (resource, { ids }) => ({ data: await saying(resource, many(resource, ids)) }),
    create: async (resource, { data }) => {
      const [record] = await saying(resource, api<RaRecord>('POST', `/${resource}`, filled(data)))
      return { data: record }
    },
    update: async (resource, { id, data, previousData }) => {
      const before = { ...previousData } as Values
      before['version'] ??= data['version']
      const fields = changedFields(data, before)
      if (previousData && Object.keys(fields).length === 0) return { data: previousData }
      return { data: await saying(resource, change(resource, id, fields, before)) }
    },
    updateMany: async (resource, { ids, data }) => {
      for (const record of await saying(resource, many(resource, ids)))
        await saying(resource, change(resource, record.id, changedFields(data, record), record))
      return { data: ids }
    },
    delete: async (resource, { id, previousData }) => {
      await saying(resource, api('DELETE', `/${resource}/${id}`))
      return { data: previousData ?? { id } }
    },
    deleteMany: async (resource, { ids }) => {
      for (const id of ids) await saying(resource, api('DELETE', `/${resource}/${id}`))
      return { data: ids }
    },
  } as DataProvider
}
