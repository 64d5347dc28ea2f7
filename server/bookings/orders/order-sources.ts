// Where orders come from. Without imports, because the back office asks the same.
export const orderSources = {
  office: { isOfVisitor: false },
  website: { isOfVisitor: true },
  import: { isOfVisitor: false },
} as const
export type OrderSource = keyof typeof orderSources
export const orderSourceNames = Object.keys(orderSources) as OrderSource[]

/** A visitor placed it on a website; '': there is no order. */
export const isOfVisitor = (source: OrderSource | ''): boolean =>
  source !== '' && orderSources[source].isOfVisitor
