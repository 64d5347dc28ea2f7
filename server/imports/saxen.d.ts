// The package has no types of its own; these are what xlsx-facts.ts uses.
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      handle: (
        tag: string,
        attributes: () => Record<string, string>,
        decode: (text: string) => string,
      ) => void,
    ): this
    on(event: 'closeTag', handle: (tag: string) => void): this
    on(event: 'text', handle: (text: string) => void): this
    parse(xml: string): unknown
  }
}
