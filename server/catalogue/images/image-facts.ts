// The facts of an image whose content has been read.

/** More would need too much memory: a small file can be an image of any size. */
export const maxMegapixels = 64

/** Width and height are upright. */
export type ImageFacts = { mediaType: string; width: number; height: number }
export type ImageFault = 'unknownFormat' | 'damaged' | 'tooManyPixels'

export type Rendition = {
  format: 'webp' | 'jpeg'
  width: number
  height: number
  bytes: Uint8Array
}
