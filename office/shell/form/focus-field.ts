// Moves the focus to the field of an error.

/** The names of a field and of its parents in a form: `prices[0].net` → `prices.0.net`, `prices.0`, `prices`. */
function inputNames(field: string): string[] {
  const steps = field.replace(/\[(\d+)\]/g, '.$1').split('.')
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('.'))
}

const focusable =
  'input:not([type="hidden"], [aria-hidden="true"], [hidden]), textarea, select, [role="combobox"], [contenteditable="true"], button'

/** The focusable part of an element; in an empty list, the button that adds a row. */
function firstFocusable(element: Element): HTMLElement | undefined {
  const inner = element.matches(focusable) ? [element] : element.querySelectorAll(focusable)
  for (const one of inner) if (one instanceof HTMLElement && one.offsetParent !== null) return one
  return undefined
}

function findInput(field: string): HTMLElement | undefined {
  for (const name of inputNames(field)) {
    const escaped = CSS.escape(name)
    const named = document.querySelector(`[name="${escaped}"]`)
    const candidates = [named, named?.closest('.MuiFormControl-root'), document.getElementById(name)]
    for (const candidate of [...candidates, ...document.querySelectorAll(`.ra-input-${escaped}`)]) {
      candidate?.closest('details')?.setAttribute('open', '')
      const target = candidate && firstFocusable(candidate)
      if (target) return target
    }
  }
  return undefined
}

/** Moves the focus to the first field of a form that is marked as invalid, when it has been shown. */
export function revealFirstError(form: Element): void {
  requestAnimationFrame(() => {
    const invalid = form.querySelector('[aria-invalid="true"]')
    const field = invalid?.closest('.MuiFormControl-root') ?? invalid
    const target =
      invalid instanceof HTMLElement && invalid.matches(focusable) ? invalid : field && firstFocusable(field)
    target?.scrollIntoView({ block: 'center' })
    target?.focus()
  })
}

/** Unfolds the section of the field. Waits for the form, which may still be loading. */
export function focusField(field: string, triesLeft = 40): void {
  const target = findInput(field)
  if (!target && triesLeft > 0) {
    setTimeout(() => focusField(field, triesLeft - 1), 50)
    return
  }
  target?.scrollIntoView({ block: 'center' })
  target?.focus()
}
