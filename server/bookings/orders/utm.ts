// UTM parameters: the origin of a visitor, in the address of a link in a newsletter or an advertisement.

/** The parameters `utm_source` to `utm_content`, without the prefix. */
export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type Utm = Partial<Record<(typeof utmNames)[number], string>>

/** @param parameter of an address, by its name; '': it has none */
export const utmOf = (parameter: (name: string) => string): Utm =>
  Object.fromEntries(
    utmNames.flatMap((name) => {
      const text = parameter(`utm_${name}`)
      return text === '' ? [] : [[name, text]]
    }),
  )
