// Converts names of fields and columns.

/** `first_name` and `firstName` → `First name`: for a field that has no text. */
export const humanizeName = (name: string): string => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const camelCase = (name: string): string =>
  name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())

/** `nextStepDate` → `next_step_date` */
export const toColumnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
