// The lists of the start page: dates with their seats, new leads, the user's tasks.
import { Box, Chip, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useResourceDefinitions, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useFormat } from '../shell/language/format.ts'
import { recordPath } from '../shell/section/record-path.ts'
import { Occupancy } from './occupancy.tsx'
import { EmptyText } from './panels.tsx'
import type { Start, StartDate } from './start.ts'

function useRecordPath(resource: string): (id: number) => string {
  const definition = useResourceDefinitions()[resource]
  return (id) => recordPath(definition, id) ?? `/${resource}`
}

const rows = { listStyle: 'none', m: 0, p: 0 }
const row = { py: 0.9, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }

/** @param isCompact the seats below the title instead of beside it */
export function DateList({
  dates,
  emptyText,
  isCompact = false,
}: {
  dates: readonly StartDate[]
  emptyText: string
  isCompact?: boolean
}) {
  const format = useFormat()
  const path = useRecordPath('dates')
  if (dates.length === 0) return <EmptyText>{emptyText}</EmptyText>
  return (
    <Box component="ul" sx={rows}>
      {dates.map((date) => (
        <Box
          component="li"
          key={date.id}
          sx={{
            ...row,
            display: 'grid',
            gap: isCompact ? 0.5 : 1.5,
            alignItems: 'center',
            gridTemplateColumns: isCompact
              ? 'minmax(0, 1fr)'
              : { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 190px' },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <MuiLink component={Link} to={path(date.id)} sx={{ fontWeight: 500, display: 'block' }} noWrap>
              {date.displayTitle}
            </MuiLink>
            <Typography variant="body2" color="text.secondary" noWrap>
              {[format.span(date.startDate, date.endDate), date.startTime, date.locationNames]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
          <Occupancy date={date} />
        </Box>
      ))}
    </Box>
  )
}

export function LeadList({ leads }: { leads: Start['leads'] }) {
  const translate = useTranslate()
  const format = useFormat()
  const path = useRecordPath('leads')
  if (leads.length === 0) return <EmptyText>{translate('start.leads.none')}</EmptyText>
  return (
    <Box component="ul" sx={rows}>
      {leads.map(({ id, name, companyName, ownerName, createdAt }) => (
        <Box component="li" key={id} sx={row}>
          <MuiLink component={Link} to={path(id)} sx={{ fontWeight: 500, display: 'block' }} noWrap>
            {name || translate('start.leads.nameless', { id })}
          </MuiLink>
          <Typography variant="body2" color="text.secondary" noWrap>
            {[companyName, format.dateTime(createdAt), ownerName || translate('start.leads.nobody')]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** Orders of visitors, and how they came to book. */
export function OrderList({ orders, funnel }: Pick<Start, 'orders' | 'funnel'>) {
  const translate = useTranslate()
  const format = useFormat()
  const path = useRecordPath('orders')
  return (
    <>
      {orders.length === 0 && <EmptyText>{translate('start.orders.none')}</EmptyText>}
      <Box component="ul" sx={rows}>
        {orders.map(({ id, orderedBy, dateTitles, seatCount, createdAt }) => (
          <Box component="li" key={id} sx={row}>
            <MuiLink component={Link} to={path(id)} sx={{ fontWeight: 500, display: 'block' }} noWrap>
              {orderedBy}
            </MuiLink>
            <Typography variant="body2" color="text.secondary" noWrap>
              {[
                translate('start.orders.seats', { smart_count: seatCount }),
                dateTitles,
                format.dateTime(createdAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ pt: 1 }}>
        {translate('start.orders.funnel', {
          views: format.number(funnel.views),
          begun: format.number(funnel.begun),
          orders: format.number(funnel.orders),
        })}
      </Typography>
    </>
  )
}

export function TaskList({ tasks }: { tasks: Start['tasks'] }) {
  const translate = useTranslate()
  const format = useFormat()
  const path = useRecordPath('tasks')
  if (tasks.length === 0) return <EmptyText>{translate('start.tasks.none')}</EmptyText>
  return (
    <Box component="ul" sx={rows}>
      {tasks.map(({ id, taskNr, subject, dueDate, isOverdue }) => (
        <Stack component="li" key={id} direction="row" sx={{ ...row, alignItems: 'center', gap: 1 }}>
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <MuiLink component={Link} to={path(id)} sx={{ fontWeight: 500, display: 'block' }} noWrap>
              {subject || taskNr}
            </MuiLink>
            <Typography variant="body2" color="text.secondary" noWrap>
              {[taskNr, dueDate && translate('start.tasks.due', { day: format.date(dueDate) })]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
          {isOverdue && (
            <Chip size="small" color="error" variant="outlined" label={translate('start.tasks.overdue')} />
          )}
        </Stack>
      ))}
    </Box>
  )
}

/** Addresses to which mail came back. */
export function BounceList({ bounces }: { bounces: Start['bounces'] }) {
  const format = useFormat()
  const path = useRecordPath('contacts')
  return (
    <Box component="ul" sx={rows}>
      {bounces.map(({ contactId, name, address, bouncedAt, reason }) => (
        <Box component="li" key={address} sx={row}>
          <MuiLink component={Link} to={path(contactId)} sx={{ fontWeight: 500, display: 'block' }} noWrap>
            {name || address}
          </MuiLink>
          <Typography variant="body2" color="text.secondary" noWrap title={reason}>
            {[address, format.dateTime(bouncedAt), reason].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
