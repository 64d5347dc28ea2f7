/** Types that a browser may show; others are downloaded. */
const inlineMediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  txt: 'text/plain; charset=utf-8',
}

/** The media type of a file that a browser may show; undefined: it is downloaded. */
export const inlineMediaTypeOf = (fileName: string): string | undefined =>
  inlineMediaTypes[fileName.split('.').at(-1)!.toLowerCase()]
