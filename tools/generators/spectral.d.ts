/** The findings of Spectral in an OpenAPI document by its recommended rules. */
export function lintBySpectral(document: object): Promise<unknown[][]>
