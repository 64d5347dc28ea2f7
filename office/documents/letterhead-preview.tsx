// A document with the letterhead as it is typed: the PDF itself, in the browser's viewer.
import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { api } from '../shell/api/api.ts'
import { useDebounced } from '../shell/form/use-debounced.ts'
import { PdfLink, useDocumentLanguage } from './pdf-link.tsx'

const fields = [
  'logo',
  'addressLines',
  'phone',
  'email',
  'website',
  'footerLines',
  'accentColor',
  'signatory',
] as const

const delayMs = 600

/** The address of a file that is only in memory, as long as it is shown. */
function useObjectUrl(base64: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (base64 === undefined) return
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const created = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [base64])
  return url
}

export function LetterheadPreview({ clientId }: { clientId: number }) {
  const translate = useTranslate()
  const { language, input } = useDocumentLanguage()
  const values = useWatch()
  const typed = useDebounced(
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))),
    delayMs,
  )
  const { data, error } = useQuery({
    queryKey: ['letterhead-preview', clientId, language, typed],
    queryFn: async () =>
      (
        await api('POST', '/letterheads/{letterheadId}/preview', {
          params: { letterheadId: clientId },
          query: { language },
          body: JSON.parse(typed),
        })
      )[0]!.pdf,
    // The preview stays while the next one is made.
    placeholderData: (former) => former,
    retry: false,
    gcTime: 0,
  })
  const url = useObjectUrl(data)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        {input}
        {url && <PdfLink href={url}>{translate('documents.letterhead.openPreview')}</PdfLink>}
      </Box>
      {error && <Alert severity="error">{error.message}</Alert>}
      {!url && !error && <Typography role="status">{translate('documents.letterhead.loading')}</Typography>}
      {url &&
        (navigator.pdfViewerEnabled ? (
          <Box
            component="iframe"
            src={`${url}#toolbar=0&navpanes=0&view=Fit`}
            title={translate('documents.letterhead.preview')}
            sx={{
              width: '100%',
              aspectRatio: '210 / 310',
              border: 1,
              borderColor: 'divider',
              bgcolor: '#fff',
            }}
          />
        ) : (
          <Alert severity="info">{translate('documents.letterhead.noViewer')}</Alert>
        ))}
    </>
  )
}
