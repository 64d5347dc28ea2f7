// Images of documents: PNG and JPEG.
import PDFDocument from 'pdfkit'

type Doc = InstanceType<typeof PDFDocument>
type OpenedImage = PDFKit.Mixins.ImageSrc & { width: number; height: number }
// Not among pdfkit's types: an image that is opened once is embedded once, however often it is drawn.
type WithImages = Doc & { openImage(source: Buffer): OpenedImage }

type Image = { width: number; height: number; source: OpenedImage }
const opened = new WeakMap<Doc, Map<Uint8Array, Image>>()

/** The image of a document. @throws Error if it is neither PNG nor JPEG, or damaged */
export function imageOf(doc: Doc, bytes: Uint8Array): Image {
  const images = opened.get(doc) ?? new Map<Uint8Array, Image>()
  opened.set(doc, images)
  const known = images.get(bytes)
  if (known) return known
  const source = (doc as WithImages).openImage(Buffer.from(bytes))
  const image = { width: source.width, height: source.height, source }
  images.set(bytes, image)
  return image
}

/** In pixels. */
const maxSide = 4000

/** Whether documents can show an image: it is decoded for that, in a process of a worker pool. */
export async function isUsableImage(bytes: Uint8Array): Promise<boolean> {
  const doc = new PDFDocument()
  try {
    const { width, height, source } = imageOf(doc, bytes)
    if (!(width > 0 && height > 0 && width <= maxSide && height <= maxSide)) return false
    doc.image(source, 0, 0)
    await new Promise((resolve, reject) => {
      doc.on('error', reject).on('end', resolve).resume()
      doc.end()
    })
    return true
  } catch {
    return false
  }
}
