// Errors of dates whose fields are not on the page: shown with the names of the fields.
import { useRefresh, useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import type { ApiError, FieldError } from '../shell/api/api.ts'
import { humanizeName } from '../shell/language/names.ts'

/** `modules[1].dates[0].endDate` → `Modul 2, Ende: darf nicht vor dem Beginn liegen` */
export function useFieldErrorText(): (error: FieldError) => string {
  const translate = useTranslate()
  return ({ field, message }) => {
    const [, module] = /^modules\[(\d+)\]/.exec(field) ?? []
    const path = field.replace(/\[\d+\]/g, '')
    const name = path.split('.').at(-1) ?? path
    const fieldName = translate(`resources.dates.fields.${path}`, {
      _: translate(`resources.dates.fields.${name}`, {
        _: translate(`dates.section.${name}`, { _: humanizeName(name) }),
      }),
    })
    const moduleName =
      module === undefined ? '' : `${translate('dates.wizard.module', { number: Number(module) + 1 })}, `
    return `${moduleName}${fieldName}: ${message}`
  }
}

/** `onError` of actions that have no form. */
export function useNotifyFieldErrors(): (error: ApiError) => boolean {
  const notify = useNotify()
  const refresh = useRefresh()
  const fieldErrorText = useFieldErrorText()
  return (error) => {
    if (error.isDecision) {
      notify('dates.notChanged')
      refresh()
      return true
    }
    if (error.details.length === 0) return false
    notify(error.details.slice(0, 4).map(fieldErrorText).join(' · '), { type: 'error' })
    return true
  }
}
