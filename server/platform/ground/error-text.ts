/** Parameters of an error text: numbers, ids, texts, dates as `YYYY-MM-DD`, points in time as ISO 8601. */
export type ErrorParams = Readonly<Record<string, string | number>>

/** An error as code and parameters for programs, and as an English sentence. */
export type ErrorText = { code: string; params?: ErrorParams; message: string }

type ParamsOf<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never

/** One function for each code of a table; its parameters are the names in braces. */
type ErrorTable<T extends Record<string, string>> = {
  readonly [K in keyof T]: [ParamsOf<T[K]>] extends [never]
    ? () => ErrorText
    : (params: Readonly<Record<ParamsOf<T[K]>, string | number>>) => ErrorText
}

/**
 * Describes errors once: each code with its English sentence, in which `{name}` stands for a parameter.
 * @param slice the prefix of the codes (`leads.notFound`); '': the platform's own errors
 * @returns for each code the function that fills in its sentence
 */
export function defineErrors<const T extends Record<string, string>>(
  slice: string,
  sentences: T,
): ErrorTable<T> {
  const fill = (name: string, sentence: string) => (params?: ErrorParams) => ({
    code: slice === '' ? name : `${slice}.${name}`,
    ...(params ? { params } : {}),
    message: sentence.replace(/\{(\w+)\}/g, (braces, key: string) => String(params?.[key] ?? braces)),
  })
  return Object.fromEntries(
    Object.entries(sentences).map(([name, sentence]) => [name, fill(name, sentence)]),
  ) as ErrorTable<T>
}
