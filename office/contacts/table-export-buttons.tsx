// The filtered list as CSV or XLSX. It is fetched first, so that a list that is too long is told instead of saved.
import DownloadIcon from '@mui/icons-material/Download'
import { useListContext, useLocale, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button, useNotify } from 'react-admin'
import { request } from '../shell/api/api.ts'
import { listQuery } from '../shell/api/query-string.ts'
import { useServerMessage } from '../shell/api/server-message.ts'

export function TableExportButtons({ path }: { path: string }) {
  const { filterValues, sort } = useListContext()
  const translate = useTranslate()
  const language = useLocale()
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const [busy, setBusy] = useState(false)
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(true)
    try {
      const query = listQuery({ sort, filter: { ...filterValues, format, language } })
      const response = await request('GET', `${path}${query}`)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await response.blob())
      link.download = `${translate(`contacts.sheet.${path.slice(1).split('/')[0]}`)}.${format}`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    } catch (error) {
      notify(translateMessage((error as Error).message), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          label={`contacts.sheet.${format}`}
          title={translate(`contacts.sheet.${format}Long`)}
          disabled={busy}
          onClick={() => save(format)}
        >
          <DownloadIcon />
        </Button>
      ))}
    </>
  )
}
