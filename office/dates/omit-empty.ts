type Filled<T> = { [K in keyof T]?: Exclude<T[K], null> }

/** The fields with a value. Inputs that a user has emptied have null or ''. */
export const omitEmpty = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as Filled<T>
