// Files of the catalogue.
import { download } from '../../shell/api/api.ts'
import type { RowOf } from '../../shell/api/endpoints.ts'

export type StoredFile = RowOf<'files'>

export const accessRights = ['public', 'participants', 'internal'] as const

export const downloadFile = (fileId: number): Promise<void> =>
  download('/files/{fileId}/content', { params: { fileId } })

/** Whether the page can show the file as an image. */
export const isPreviewable = ({ isStored, path }: StoredFile): boolean =>
  isStored && /\.(png|jpe?g|gif|webp|avif)$/i.test(path)
