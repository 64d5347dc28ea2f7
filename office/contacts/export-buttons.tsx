// The filtered list as CSV or XLSX. It is fetched instead of linked, so that an error (too many rows) is shown and not saved.
import DownloadIcon from '@mui/icons-material/Download'
import { useListContext, useLocale, useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { request } from '../shell/api/api.ts'
import { listQuery } from '../shell/api/query-string.ts'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'

const formats = ['csv', 'xlsx'] as const

export function ExportButtons({ resource }: { resource: 'contacts' | 'companies' }) {
  const { filterValues, sort } = useListContext()
  const translate = useTranslate()
  const language = useLocale()
  const { run, busy } = useAction(async (format: (typeof formats)[number]) => {
    const query = listQuery({ sort, filter: { ...filterValues, format, language } })
    const response = await request('GET', `/${resource}/export${query}`)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = `${translate(`contacts.export.${resource}`)}.${format}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  })
  return (
    <>
      {formats.map((format) => (
        <ToolbarButton
          key={format}
          icon={<DownloadIcon />}
          title={translate(`contacts.export.${format}Long`)}
          disabled={busy}
          onClick={() => run(format)}
        >
          {translate(`contacts.export.${format}`)}
        </ToolbarButton>
      ))}
    </>
  )
}
