// Images and files in the records of the public interface.
import type { WebsiteFile, WebsiteImage } from '../catalogue/read-model/website-images.ts'
import { inlineMediaTypeOf } from '../catalogue/records/media-types.ts'
import { fileUrl, versionedName } from './file-address.ts'
import type { PublicFile, PublicImage } from './schemas.ts'

const mediaTypes = { webp: 'image/webp', jpeg: 'image/jpeg' } as const

/** An image with its sizes. */
export function toPublicImage(publicUrl: string, { id, alt, altEn, renditions }: WebsiteImage): PublicImage {
  const sources = renditions.map(({ format, width, height, name }) => ({
    url: fileUrl(publicUrl, id, name),
    type: mediaTypes[format],
    width,
    height,
  }))
  const { url, width, height } = sources.at(-1)!
  return { alt, altEn, url, width, height, sources }
}

/** An image elsewhere, of which only the address is known. */
export const toLinkedImage = (url: string, alt: string): PublicImage => ({
  alt,
  altEn: '',
  url,
  width: null,
  height: null,
  sources: [],
})

/** The files that everybody may see. */
export const toPublicFiles = (
  publicUrl: string,
  files: readonly WebsiteFile[],
  publicAccessRights: ReadonlySet<string>,
): PublicFile[] =>
  files
    .filter(({ accessRight }) => publicAccessRights.has(accessRight))
    .map(({ id, name, description, fileName, size, sha256 }) => ({
      id,
      name,
      description,
      url: fileUrl(publicUrl, id, versionedName(fileName, sha256)),
      type: inlineMediaTypeOf(fileName) ?? 'application/octet-stream',
      size,
    }))
