// Entries while a record is being saved or read again.
import { useCallback, useEffect, useRef } from 'react'
import { useRecordContext, useRegisterMutationMiddleware } from 'react-admin'
import { flushSync } from 'react-dom'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import { ApiError } from '../api/api.ts'
import { isEqual } from '../api/conflict.ts'

/**
 * Keeps the user's input when a form gets its record anew: after a save, or because an action on the page read it
 * again. react-admin's form takes all values of the record, also where the user has typed since.
 */
export function KeepInput() {
  const record = useRecordContext()
  const { getValues, setValue } = useFormContext()
  const { defaultValues = {} } = useFormState()
  const shown = useRef(record)
  /** The values that were sent and answered; the form has not yet taken the answer. */
  const answered = useRef<FieldValues>(undefined)

  const remember = useCallback(
    async (
      resource: string,
      params: unknown,
      send: (resource: string, params: unknown) => Promise<unknown>,
    ) => {
      const values = structuredClone(getValues())
      try {
        const result = await send(resource, params)
        answered.current = values
        return result
      } catch (error) {
        // The user chose the values of others, and the form takes them.
        if (error instanceof ApiError && error.code === 'taken') answered.current = values
        throw error
      }
    },
    [getValues],
  )
  useRegisterMutationMiddleware(remember)

  useEffect(() => {
    if (record === shown.current) return
    const isSameRecord = record?.id === shown.current?.id
    const before: FieldValues = answered.current ?? defaultValues
    shown.current = record
    answered.current = undefined
    if (!isSameRecord) return
    const typed = Object.entries(getValues()).filter(([name, value]) => !isEqual(value, before[name]))
    // Effects of this component run before those of the form around it, which resets the form. At once: nobody types into a
    // field that shows the record for a frame.
    queueMicrotask(() =>
      flushSync(() => {
        for (const [name, value] of typed) setValue(name, value, { shouldDirty: true })
      }),
    )
  }, [record, defaultValues, getValues, setValue])
  return null
}
