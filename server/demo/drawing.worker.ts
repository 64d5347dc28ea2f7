// Renders the demo's drawings. Runs in a process of its own, as what resizes images does.
import sharp from 'sharp'

export type RenderedDrawing = {
  width: number
  height: number
  /** WebP in full size, as if it had been uploaded. */
  original: Uint8Array
  renditions: { format: 'webp' | 'jpeg'; width: number; height: number; bytes: Uint8Array }[]
}

sharp.cache(false)
sharp.concurrency(1)

/** @param widths ascending; the last one is the full size */
export async function renderDrawings({
  svgs,
  widths,
}: {
  svgs: readonly string[]
  widths: readonly number[]
}): Promise<RenderedDrawing[]> {
  const drawings: RenderedDrawing[] = []
  for (const svg of svgs) {
    const renditions: RenderedDrawing['renditions'] = []
    for (const wanted of widths) {
      const { data, info } = await sharp(Buffer.from(svg))
        .resize({ width: wanted })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const { width, height, channels } = info
      const image = () => sharp(data, { raw: { width, height, channels } })
      // Flat colours are small without the slower settings of photographs.
      renditions.push(
        { format: 'webp', width, height, bytes: await image().webp({ quality: 80, effort: 2 }).toBuffer() },
        { format: 'jpeg', width, height, bytes: await image().jpeg({ quality: 80 }).toBuffer() },
      )
    }
    const { width, height, bytes } = renditions.at(-2)!
    drawings.push({ width, height, original: bytes, renditions })
  }
  return drawings
}
