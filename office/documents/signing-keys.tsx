// The keys with which a client signs its certificates.
import { Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'

export function SigningKeys({ clientId }: { clientId: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const queryKey = ['signing-keys', String(clientId)]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => api('GET', '/clients/{clientId}/signing-keys', { params: { clientId } }),
  })
  return (
    <Stack component="section" aria-labelledby="signing-keys" spacing={1} sx={{ px: 2, pb: 2 }}>
      <Typography variant="h3" component="h2" id="signing-keys">
        {translate('documents.keys.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('documents.keys.text')}{' '}
        <Link href="/verify" target="_blank" rel="noopener" underline="always">
          {translate('documents.keys.verifyPage')}
        </Link>
      </Typography>
      {data.length === 0 ? (
        <Typography>{translate('documents.keys.none')}</Typography>
      ) : (
        <>
          <RecordRows label={translate('documents.keys.title')}>
            {data.map(({ id, fingerprint, createdAt, retiredAt, certificateCount }) => (
              <RecordRow
                key={id}
                title={<code>{fingerprint}</code>}
                detail={[
                  retiredAt
                    ? translate('documents.keys.retired', {
                        from: format.dateTime(createdAt),
                        to: format.dateTime(retiredAt),
                      })
                    : translate('documents.keys.inUse', { moment: format.dateTime(createdAt) }),
                  translate('documents.keys.count', { smart_count: certificateCount }),
                ].join(' · ')}
              />
            ))}
          </RecordRows>
          <Stack direction="row">
            <ConfirmButton
              label="documents.keys.rotate"
              title="documents.keys.rotateTitle"
              text="documents.keys.rotateText"
              onConfirm={() => api('POST', '/clients/{clientId}/signing-keys', { params: { clientId } })}
              success="documents.keys.rotated"
              refresh={[queryKey]}
            />
          </Stack>
        </>
      )}
    </Stack>
  )
}
