/** Writes a client of an OpenAPI document, made by Hey API, into a folder. */
export function writeClient(document: object, folder: string): Promise<unknown>
