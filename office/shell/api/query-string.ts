// Query parameters of the lists.
import type { GetListParams } from 'react-admin'

/** Nested filters become `a.b`, lists `1,2`; empty values are left out. */
export function toQueryString(params: Record<string, unknown>): string {
  const query = new URLSearchParams()
  const append = (name: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return
    if (Array.isArray(value)) {
      if (value.length > 0) query.set(name, value.join(','))
    } else if (typeof value === 'object') {
      for (const [key, nested] of Object.entries(value)) append(`${name}.${key}`, nested)
    } else query.set(name, String(value))
  }
  for (const [name, value] of Object.entries(params)) append(name, value)
  const text = query.toString()
  return text && `?${text}`
}

/** Page, order and filters of a list as query parameters of the server. */
export function listQuery({ pagination, sort, filter }: Partial<GetListParams>): string {
  return toQueryString({
    page: pagination?.page,
    perPage: pagination?.perPage,
    // `id` is react-admin's default; the server's default order is better.
    ...(sort && sort.field !== 'id' ? { sort: sort.field, order: sort.order.toLowerCase() } : {}),
    ...filter,
  })
}
