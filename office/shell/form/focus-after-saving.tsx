// The focus after a form was saved: saving disables the button that had it.
import { useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { revealFirstError } from './focus-field.ts'

/** Leads to the first error of the server; without one, stays at the buttons of the form. */
export function FocusAfterSaving() {
  const { isSubmitting, isSubmitSuccessful, errors } = useFormState()
  const place = useRef<HTMLDivElement>(null)
  const wasSubmitting = useRef(false)
  const hasErrors = Object.keys(errors).length > 0
  useEffect(() => {
    const isDone = wasSubmitting.current && !isSubmitting
    wasSubmitting.current = isSubmitting
    const form = place.current?.closest('form')
    if (!isDone || !form) return
    if (hasErrors) revealFirstError(form)
    else if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [isSubmitting, isSubmitSuccessful, hasErrors])
  return <div ref={place} tabIndex={-1} style={{ outline: 0 }} />
}
