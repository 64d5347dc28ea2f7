// Addresses of public files: /public/v1/files/{id}/{name}. The version in the name changes with the content.
import { publicPrefix } from './cursor.ts'

/** `programme.pdf` → `programme.3f9a0c1b2d4e5f60.pdf` */
export function versionedName(fileName: string, sha256: Uint8Array): string {
  const version = Buffer.from(sha256).toString('hex').slice(0, 16)
  const [, stem, extension] = /^(.+?)(\.[^.]*)?$/s.exec(fileName)!
  return `${stem}.${version}${extension ?? ''}`
}

/** @param publicUrl '': the address is relative to the server */
export const fileUrl = (publicUrl: string, id: number, name: string): string =>
  `${publicUrl}${publicPrefix}/files/${id}/${encodeURIComponent(name)}`
