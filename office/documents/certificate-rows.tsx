// The certificates of a booking or of a contact, on their pages. Without any, nothing is shown.
import { Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import type { RowOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { type Format, useFormat } from '../shell/language/format.ts'
import { PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'
import { CertificateActions } from './certificate-actions.tsx'
import { useDocumentLanguage } from './pdf-link.tsx'

type Certificate = RowOf<'certificates'>

/** Whether a certificate is in force, and its state. */
export const stateText = (
  { withdrawnAt, withdrawalReason, replacedBy }: Certificate,
  translate: ReturnType<typeof useTranslate>,
  format: Format,
): string =>
  withdrawnAt === ''
    ? translate('documents.certificate.inForce')
    : [
        translate('documents.certificate.withdrawnAt', {
          moment: format.dateTime(withdrawnAt),
          reason: withdrawalReason,
        }),
        replacedBy && translate('documents.certificate.replacedBy', { number: replacedBy }),
      ]
        .filter(Boolean)
        .join(' · ')

export function CertificateRows({ of }: { of: { bookingId: number } | { contactId: number } }) {
  const translate = useTranslate()
  const format = useFormat()
  const mayRead = useHasRight('booking:access')
  const { language, input } = useDocumentLanguage()
  const { data = [] } = useQuery({
    queryKey: ['certificates', of],
    queryFn: () => api('GET', '/certificates', { query: { ...of, sort: 'id', order: 'desc', perPage: 100 } }),
    enabled: mayRead,
  })
  if (data.length === 0) return null
  return (
    <PagePart title="documents.certificate.of" count={data.length} actions={input}>
      <RecordRows label={translate('documents.certificate.of')}>
        {data.map((one) => (
          <RecordRow
            key={one.id}
            title={one.number}
            detail={
              <Stack>
                <span>
                  <Link component={RouterLink} underline="always" to={`/dates/${one.dateId}/certificates`}>
                    {one.title}
                  </Link>
                  {` · ${format.span(one.startDate, one.endDate)}`}
                </span>
                <span>{stateText(one, translate, format)}</span>
              </Stack>
            }
          >
            <CertificateActions
              certificate={one}
              language={language}
              isWithdrawn={one.withdrawnAt !== ''}
              link={one.link}
            />
          </RecordRow>
        ))}
      </RecordRows>
    </PagePart>
  )
}
