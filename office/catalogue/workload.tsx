// The workload of a trainer: the days with sessions in each month.
import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { useToday } from '../shell/language/today.ts'
import { FoldedContent, PagePart } from '../shell/page/page-layout.tsx'
import { tabular } from '../shell/theme/tokens.ts'

type Month = Answer<'GET', '/trainers/{trainerId}/workload'>

const sumOf = (months: readonly Month[]): number => months.reduce((sum, { dayCount }) => sum + dayCount, 0)

/** @param most the days of the longest bar */
function Months({ months, most }: { months: readonly Month[]; most: number }) {
  const format = new Intl.DateTimeFormat(useLocale() === 'de' ? 'de-DE' : 'en-GB', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        '& > li': { display: 'grid', gridTemplateColumns: '84px 28px 1fr', gap: 1, alignItems: 'center' },
      }}
    >
      {months.map(({ month, dayCount }) => (
        <li key={month}>
          <Typography component="span" variant="body2">
            {format.format(new Date(`${month}-01T00:00:00Z`))}
          </Typography>
          <Typography component="span" variant="body2" sx={{ textAlign: 'right', ...tabular }}>
            {dayCount}
          </Typography>
          <Box
            component="span"
            sx={{
              height: 8,
              borderRadius: 1,
              bgcolor: 'primary.main',
              width: `${(dayCount / Math.max(most, 1)) * 100}%`,
            }}
          />
        </li>
      ))}
    </Box>
  )
}

export function Workload({ trainerId }: { trainerId: number }) {
  const translate = useTranslate()
  const thisMonth = useToday().slice(0, 7)
  const { data } = useQuery({
    queryKey: ['workload', trainerId],
    queryFn: () => api('GET', '/trainers/{trainerId}/workload', { params: { trainerId } }),
    staleTime: 0,
  })
  if (!data) return null
  const most = Math.max(...data.map(({ dayCount }) => dayCount))
  const past = data.filter(({ month }) => month < thisMonth)
  return (
    <PagePart title="catalogue.trainer.workload">
      <Months months={data.filter(({ month }) => month >= thisMonth)} most={most} />
      <FoldedContent title={translate('catalogue.trainer.pastMonths', { smart_count: sumOf(past) })}>
        <Months months={past} most={most} />
      </FoldedContent>
      <Typography variant="body2" color="textSecondary">
        {translate('catalogue.trainer.workloadHint')}
      </Typography>
    </PagePart>
  )
}
