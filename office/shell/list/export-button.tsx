// Downloads the filtered and ordered list as a file.
import DownloadIcon from '@mui/icons-material/Download'
import { useListContext, useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { exportFile } from '../api/api.ts'
import type { ExportPath } from '../api/endpoints.ts'
import { listQuery } from '../api/query-string.ts'
import { ToolbarButton } from './toolbar-button.tsx'

export function ExportButton({ path }: { path: ExportPath }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { filterValues, sort } = useListContext()
  const startDownload = (): void => {
    exportFile(`${path}${listQuery({ sort, filter: filterValues })}`).catch((error: Error) =>
      notify(error.message, { type: 'error' }),
    )
  }
  return (
    <ToolbarButton
      icon={<DownloadIcon />}
      title={translate('shell.list.exportCsvLong')}
      onClick={startDownload}
    >
      {translate('shell.list.exportCsv')}
    </ToolbarButton>
  )
}
