// The dates of an event, the latest first.
import AddIcon from '@mui/icons-material/Add'
import { Alert, Button, Chip, Link, Stack, TableCell, TableRow } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useGetList } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { RowOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/app/format.ts'
import { PlainTable } from '../../shell/list/plain-table.tsx'
import { PublishedChip } from './event-list.tsx'

const maxDates = 100

export function EventDates({ eventId }: { eventId: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const mayWrite = useHasRight('100100')
  const {
    data = [],
    error,
    isPending,
  } = useGetList<RowOf<'dates'>>('dates', {
    filter: { eventIds: [eventId] },
    pagination: { page: 1, perPage: maxDates },
    sort: { field: 'startDate', order: 'DESC' },
  })
  const address = (path: string, name: string, value: object) =>
    `${path}?${new URLSearchParams({ [name]: JSON.stringify(value) })}`
  if (error) return <Alert severity="error">{error.message}</Alert>
  return (
    <Stack spacing={1.5} sx={{ width: '100%', mt: 1 }}>
      <Stack direction="row" spacing={1}>
        {mayWrite && (
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            component={RouterLink}
            to={address('/dates/create', 'source', { eventId })}
          >
            {translate('catalogue.newDate')}
          </Button>
        )}
        <Button component={RouterLink} to={address('/dates', 'filter', { eventIds: [eventId] })}>
          {translate('catalogue.allDates')}
        </Button>
      </Stack>
      {data.length === 0 && !isPending && <Alert severity="info">{translate('catalogue.noDates')}</Alert>}
      {data.length > 0 && (
        <PlainTable
          columns={[
            'catalogue.dateSpan',
            'catalogue.dateTitle',
            'catalogue.dateStatus',
            'catalogue.dateSeats',
            'catalogue.published',
          ]}
          numbers={['catalogue.dateSeats']}
        >
          {data.map((date) => (
            <TableRow key={date.id} hover>
              <TableCell component="th" scope="row">
                <Link component={RouterLink} to={`/dates/${date.id}`}>
                  {date.startDate
                    ? format.span(date.startDate, date.endDate)
                    : translate('catalogue.noStartDate')}
                </Link>
              </TableCell>
              <TableCell>
                {[date.title || date.identifier, date.locationNames].filter(Boolean).join(' · ')}
              </TableCell>
              <TableCell>
                {date.status && (
                  <Chip size="small" label={translate(`dates.status.${date.status}`, { _: date.status })} />
                )}
              </TableCell>
              <TableCell align="right">
                {format.number(date.bookedCount + date.reservedCount)} / {format.number(date.participantsMax)}
              </TableCell>
              <TableCell>
                <PublishedChip published={date.isPublished} />
              </TableCell>
            </TableRow>
          ))}
        </PlainTable>
      )}
    </Stack>
  )
}
