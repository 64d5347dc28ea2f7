// The actions of a certificate: print it again, check it, replace or withdraw it.
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Language } from '../../server/platform/ground/language.ts'
import { bookingRights } from '../../server/platform/ground/rights.ts'
import { apiHref } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { PdfLink } from './pdf-link.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface Props {
  certificate: { id: number; number: string }
  language: Language
  isWithdrawn?: boolean
  /** The page that checks it. */
  link?: string
}

export function CertificateActions({ certificate, language, isWithdrawn = false, link }: Props) {
  const translate = useTranslate()
  const mayWrite = useHasRight(bookingRights)
  const [open, setOpen] = useState<'withdraw' | 'replace'>()
  const { id, number } = certificate
  const named = (text: string) => `${translate(text)} ${number}`
  return (
    <>
      <PdfLink
        label={named('documents.print')}
        href={apiHref('/certificates/{certificateId}/pdf', {
          params: { certificateId: id },
          query: { language },
        })}
      >
        {translate('documents.print')}
      </PdfLink>
      {link && (
        <PdfLink label={named('documents.certificate.check')} href={link}>
          {translate('documents.certificate.check')}
        </PdfLink>
      )}
      {mayWrite && !isWithdrawn && (
        <>
          <Button
            size="small"
            aria-label={named('documents.certificate.replace')}
            onClick={() => setOpen('replace')}
          >
            {translate('documents.certificate.replace')}
          </Button>
          <Button
            size="small"
            color="error"
            aria-label={named('documents.certificate.withdraw')}
            onClick={() => setOpen('withdraw')}
          >
            {translate('documents.certificate.withdraw')}
          </Button>
        </>
      )}
      {open && <ReasonDialog action={open} certificate={certificate} onClose={() => setOpen(undefined)} />}
    </>
  )
}
