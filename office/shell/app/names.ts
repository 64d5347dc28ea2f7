// Names of fields and columns in their different forms.

/** `next_step_date` → `nextStepDate` */
export const toCamelCase = (column: string): string =>
  column.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())

/** `nextStepDate` → `next_step_date` */
export const toColumnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `first_name` and `firstName` → `First name`: for a field that has no text. */
export const humanizeName = (name: string): string => {
  const words = toColumnName(name).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
