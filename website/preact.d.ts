// The parts of Preact that the pages use. Its own types load those of the DOM, which code of the server must not have.

/** An element, with its children. */
export type VNode = { readonly type: string; readonly props: object }

export type ComponentChildren =
  | VNode
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly ComponentChildren[]

type Attributes = Readonly<Record<string, string | number | boolean | undefined | { __html: string }>>

/** Renders into an element or a shadow root; null removes the rendered elements. */
export function render(content: ComponentChildren, parent: object): void
export function h(type: string, attributes: Attributes | null, children?: ComponentChildren): VNode
