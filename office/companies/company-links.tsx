// Links to a page with all bookings of the company, for those whom it names.
import { Button, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { bookingRights } from '../../server/platform/ground/rights.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { NewLink } from '../shell/form/new-link.tsx'
import { useFormat } from '../shell/language/format.ts'
import { useToday } from '../shell/language/today.ts'
import { PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'

type CompanyLink = Answer<'GET', '/companies/{companyId}/links'>

/** The state of a link, in words. */
function useDetail(): (link: Omit<CompanyLink, 'id' | 'name'>) => string {
  const translate = useTranslate()
  const format = useFormat()
  const today = useToday()
  return ({ createdAt, revokedAt, lastDay, isReplaced }) => {
    if (revokedAt !== '')
      return translate('companies.links.revokedAt', { moment: format.dateTime(revokedAt) })
    const end = lastDay < today ? 'companies.links.expired' : 'companies.links.holdsUntil'
    return [
      translate('companies.links.createdAt', { moment: format.dateTime(createdAt) }),
      isReplaced ? translate('companies.links.replaced') : translate(end, { day: format.date(lastDay) }),
    ].join(', ')
  }
}

export function CompanyLinks({ companyId }: { companyId: number }) {
  const translate = useTranslate()
  const detailOf = useDetail()
  const mayWrite = useHasRight(bookingRights)
  const today = useToday()
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const params = { companyId }
  const queryKey = ['company-links', companyId]
  const { data: links = [] } = useQuery({
    queryKey,
    queryFn: () => api('GET', '/companies/{companyId}/links', { params }),
    enabled: mayWrite,
  })
  const { run, busy } = useAction(
    () => api('POST', '/companies/{companyId}/links', { params, body: { name } }),
    {
      refresh: [queryKey],
      onSuccess: ([created]) => {
        setAddress(window.location.origin + created!.link)
        setName('')
      },
    },
  )
  if (!mayWrite) return null
  return (
    <PagePart
      title="companies.links.title"
      count={
        links.filter(
          ({ revokedAt, isReplaced, lastDay }) => revokedAt === '' && !isReplaced && lastDay >= today,
        ).length
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('companies.links.explanation')}
      </Typography>
      <Stack
        component="form"
        direction="row"
        useFlexGap
        spacing={1}
        sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 1 }}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <TextField
          size="small"
          label={translate('companies.links.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          fullWidth={false}
          sx={{ minWidth: 240 }}
          slotProps={{ htmlInput: { maxLength: 255 } }}
        />
        <Button type="submit" variant="outlined" loading={busy} disabled={name.trim() === ''}>
          {translate('companies.links.create')}
        </Button>
      </Stack>
      {address && <NewLink address={address} text="companies.links.created" />}
      <RecordRows label={translate('companies.links.title')}>
        {links.map(({ id, name: user, createdAt, revokedAt, lastDay, isReplaced }) => (
          <RecordRow key={id} title={user} detail={detailOf({ createdAt, revokedAt, lastDay, isReplaced })}>
            {revokedAt === '' && (
              <ConfirmButton
                label="companies.links.revoke"
                title="companies.links.revokeTitle"
                text="companies.links.revokeText"
                color="error"
                onConfirm={() =>
                  api('POST', '/companies/{companyId}/links/{linkId}/revoke', {
                    params: { companyId, linkId: id },
                  })
                }
                refresh={[queryKey]}
              />
            )}
          </RecordRow>
        ))}
      </RecordRows>
    </PagePart>
  )
}
