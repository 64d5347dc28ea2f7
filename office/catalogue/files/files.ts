// Files of the catalogue in the browser.
import { useLocale } from 'ra-core'

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

/** Bytes as people read them. */
export function useFormatFileSize(): (bytes: number) => string {
  const language = useLocale()
  return (bytes) => {
    const [value, unit] =
      bytes < 1000
        ? [bytes, 'byte']
        : bytes < 1_000_000
          ? [bytes / 1000, 'kilobyte']
          : [bytes / 1_000_000, 'megabyte']
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: unit as string,
      maximumFractionDigits: 1,
    }).format(value as number)
  }
}
