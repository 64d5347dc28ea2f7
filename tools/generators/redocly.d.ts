/** The findings of Redocly in an OpenAPI document, warnings too. */
export function lintByRedocly(document: object, ruleset: 'recommended' | 'spec'): Promise<unknown[][]>
