// Files of the catalogue in the browser.
import type { RowOf } from '../../shell/api/endpoints.ts'

export type StoredFile = RowOf<'files'>

export const accessRights = ['public', 'participants', 'internal'] as const

/** Whether the browser can show it on the page. */
export const isPreviewable = ({ isStored, path }: StoredFile): boolean =>
  isStored && /\.(png|jpe?g|gif|webp|avif)$/i.test(path)
