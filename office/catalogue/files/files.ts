// Files of the catalogue in the browser.

export interface StoredFile {
  id: number
  version: number
  access_right: string
  name: string
  description: string
  path: string
  is_stored: boolean
  size: number
  event_count: number
  date_count: number
}

export const accessRights = ['public', 'participants', 'internal'] as const

/** Whether the browser can show it on the page. */
export const isPreviewable = ({ is_stored, path }: StoredFile): boolean =>
  is_stored && /\.(png|jpe?g|gif|webp|avif)$/i.test(path)
