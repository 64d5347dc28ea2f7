// Errors of the server by field (`prices[0].net`) for react-admin's forms.
import type { FieldError } from './api.ts'

export type FormErrors = Record<string, unknown>

const pathSegments = (field: string): string[] => field.split(/[.[\]]+/).filter((step) => step !== '')

/** `prices[0].net` → `{ prices: { 0: { net: … } } }`; the first error of a field counts. */
export function toFormErrors(fieldErrors: readonly FieldError[]): FormErrors {
  const formErrors: FormErrors = {}
  for (const { field, message } of fieldErrors) {
    const path = pathSegments(field)
    const last = path.pop()
    if (last === undefined) continue
    let node = formErrors
    for (const step of path) {
      const child = node[step]
      if (typeof child === 'object' && child !== null) node = child as FormErrors
      else {
        const created: FormErrors = {}
        node[step] = created
        node = created
      }
    }
    node[last] ??= message
  }
  return formErrors
}
