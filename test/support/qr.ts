// Reads a QR code from a picture, as a phone would.
import jsQR from 'jsqr'

type Picture = { data: Uint8ClampedArray; width: number; height: number }

/** The text of the code. @throws Error if the picture has none */
export function decodeQR({ data, width, height }: Picture): string {
  const found = jsQR.default(data, width, height)
  if (!found) throw new Error('the picture has no QR code that can be read')
  return found.data
}
