// Reads and resizes images. Runs in a process of its own, because it decodes files of others with native code.
import sharp, { type Sharp } from 'sharp'
import { type ImageFacts, type ImageFault, maxMegapixels, type Rendition } from './image-facts.ts'

/** The widths of renditions; never wider than the image. */
const renditionWidths = [320, 640, 1280]

const mediaTypes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
}

// The content decides the format, and only these are read: not SVG, which is a document with scripts.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
sharp.cache(false)
sharp.concurrency(1)

const options = { failOn: 'error', limitInputPixels: maxMegapixels * 1_000_000 } as const

const faultOf = (error: unknown): ImageFault => {
  const { message } = error as Error
  if (/unsupported image format/.test(message)) return 'unknownFormat'
  return /pixel limit/.test(message) ? 'tooManyPixels' : 'damaged'
}

/** Reads an image to its end. */
export async function inspectImage(bytes: Uint8Array): Promise<ImageFacts | ImageFault> {
  try {
    const { format, autoOrient } = await sharp(bytes, options).metadata()
    const mediaType = mediaTypes[format]
    if (!mediaType) return 'unknownFormat'
    await sharp(bytes, options).resize(16, 16).raw().toBuffer()
    return { mediaType, width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    return faultOf(error)
  }
}

const encoders = {
  webp: (image: Sharp) => image.webp({ quality: 80 }),
  jpeg: (image: Sharp) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }),
} satisfies Record<Rendition['format'], (image: Sharp) => Sharp>

/** The renditions of an image: upright, in sRGB, without what the camera or a program wrote into the file. */
export async function renderImage({
  bytes,
  width,
}: {
  bytes: Uint8Array
  width: number
}): Promise<Rendition[]> {
  const widths = [...new Set(renditionWidths.map((wanted) => Math.min(wanted, width)))]
  const renditions: Rendition[] = []
  for (const wanted of widths) {
    // Decoded once for each width, so that the formats share it.
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize({ width: wanted })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (const format of ['webp', 'jpeg'] as const) {
      const image = sharp(data, {
        raw: { width: info.width, height: info.height, channels: info.channels },
      })
      const encoded = await encoders[format](image).toBuffer()
      renditions.push({ format, width: info.width, height: info.height, bytes: encoded })
    }
  }
  return renditions
}
