// The present dates of a key: the public interface itself, asked with this key.
import { Alert, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { PublicDate } from '../../server/website/schemas.ts'
import { Button } from '../shell/form/button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { PagePart } from '../shell/page/page-layout.tsx'
import { RecordRow, RecordRows } from '../shell/page/record-rows.tsx'

type Page = { data: PublicDate[]; total: number }

/** Problems whose detail has a text in the language of the page. */
const problemTexts: Readonly<Record<number, string>> = {
  401: 'errors.public.key',
  403: 'errors.public.origin',
}

async function loadDates(key: string): Promise<Page> {
  const response = await fetch('/public/v1/dates?limit=10', {
    headers: { authorization: `Bearer ${key}` },
    credentials: 'omit',
  }).catch(() => {
    throw new Error('shell.error.connection')
  })
  if (!response.ok) throw new Error(problemTexts[response.status] ?? 'shell.error.server')
  return response.json()
}

function Dates({ page: { data, total } }: { page: Page }) {
  const translate = useTranslate()
  const format = useFormat()
  const seatsOf = ({ availability, seats: { free } }: PublicDate) => {
    const name = translate(`website.availability.${availability}`)
    return free === null ? name : `${name} (${translate('website.preview.free', { smart_count: free })})`
  }
  if (data.length === 0) return <Typography>{translate('website.preview.none')}</Typography>
  return (
    <>
      <Typography color="textSecondary" gutterBottom>
        {translate('website.preview.count', { shown: data.length, smart_count: total })}
      </Typography>
      <RecordRows label={translate('website.preview.title')}>
        {data.map((date) => (
          <RecordRow
            key={date.id}
            title={date.title}
            detail={[format.longDate(date.start), date.location?.city, seatsOf(date)]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </RecordRows>
    </>
  )
}

export function KeyPreview({ id, version, apiKey }: { id: number; version: number; apiKey: string }) {
  const translate = useTranslate()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['website-preview', id, version],
    queryFn: () => loadDates(apiKey),
    staleTime: 0,
  })
  return (
    <PagePart
      title="website.preview.title"
      actions={<Button label="website.preview.refresh" loading={isFetching} onClick={() => refetch()} />}
    >
      {error ? (
        <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>
      ) : (
        data && <Dates page={data} />
      )}
    </PagePart>
  )
}
