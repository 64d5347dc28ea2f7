// The documents of a date on its page.
import { Button, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { apiPath } from '../shell/api/api.ts'
import { PagePart } from '../shell/page/page-layout.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { PdfExportLink, useDocumentLanguage } from './pdf-link.tsx'

const lists = [
  ['sign-in-sheet', 'signInSheet'],
  ['participants', 'participants'],
  ['trainer-folder', 'trainerFolder'],
] as const

export function DocumentsPart({ dateId }: { dateId: number }) {
  const translate = useTranslate()
  const { language, input } = useDocumentLanguage()
  const [open, setOpen] = useState<'badges' | 'table-cards'>()
  return (
    <PagePart title="documents.title" actions={input}>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        {lists.map(([kind, text]) => (
          <PdfExportLink
            key={kind}
            variant="outlined"
            path={apiPath('/dates/{dateId}/documents/{kind}', {
              params: { dateId, kind },
              query: { language },
            })}
          >
            {translate(`documents.${text}`)}
          </PdfExportLink>
        ))}
        <Button size="small" variant="outlined" onClick={() => setOpen('badges')}>
          {translate('documents.badges')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => setOpen('table-cards')}>
          {translate('documents.tableCards')}
        </Button>
        <Button size="small" variant="outlined" component={RouterLink} to={`/dates/${dateId}/certificates`}>
          {translate('documents.certificates')}
        </Button>
      </Stack>
      {open && (
        <LabelDialog dateId={dateId} kind={open} language={language} onClose={() => setOpen(undefined)} />
      )}
    </PagePart>
  )
}
