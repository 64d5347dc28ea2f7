/** JSON that cannot end the script element that it is embedded in. */
export const toEmbeddedJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c')
