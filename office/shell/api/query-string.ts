// Query parameters of the lists.
import type { GetListParams } from 'react-admin'

/** Nested filters become `a.b`, lists `1,2`; what is empty is left out. */
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

/** Page, order and filters of a list as the server reads them. */
export function listQuery({ pagination, sort, filter }: Partial<GetListParams>): string {
  return toQueryString({
    page: pagination?.page,
    perPage: pagination?.perPage,
    // react-admin sorts by `id` where a page names nothing: then the server's own order is better.
    ...(sort && sort.field !== 'id' ? { sort: sort.field, order: sort.order.toLowerCase() } : {}),
    ...filter,
  })
}
