// The filtered list as CSV or XLSX.
import DownloadIcon from '@mui/icons-material/Download'
import { useListContext, useLocale, useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { saveFile } from '../shell/api/api.ts'
import { listQuery } from '../shell/api/query-string.ts'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'

const formats = ['csv', 'xlsx'] as const

export function ExportButtons({ resource }: { resource: 'contacts' | 'companies' }) {
  const { filterValues, sort } = useListContext()
  const translate = useTranslate()
  const language = useLocale()
  const { run, busy } = useAction((format: (typeof formats)[number]) => {
    const query = listQuery({ sort, filter: { ...filterValues, format, language } })
    return saveFile(`/${resource}/export${query}`, `${translate(`contacts.export.${resource}`)}.${format}`)
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
