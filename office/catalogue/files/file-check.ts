import { useTranslate } from 'ra-core'
import { useSession } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'

/** Says why the server would not take a file, before it is sent. */
export function useFileCheck(): (file: File) => string | undefined {
  const translate = useTranslate()
  const { fileSize } = useFormat()
  const maxBytes = useSession()?.maxUploadBytes ?? 0
  return ({ name, size }) => {
    if (size === 0) return translate('catalogue.file.empty', { name })
    if (maxBytes === 0 || size <= maxBytes) return undefined
    return translate('catalogue.file.tooLarge', { name, max: fileSize(maxBytes) })
  }
}
