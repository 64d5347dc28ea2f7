// Bookings and sign-ups by week, as a plot or as a table. The library of the plots is loaded after the page.
import {
  Box,
  Button,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { Suspense, useState } from 'react'
import { useFormat } from '../shell/app/format.ts'
import { lazyComponent } from '../shell/app/lazy-component.tsx'
import { useChartColours } from './chart-colours.ts'
import { EmptyText, Panel } from './panels.tsx'
import { type Metric, metricFields, type Week } from './start.ts'

const WeeksPlot = lazyComponent(async () => (await import('./weeks-plot.tsx')).WeeksPlot)

interface PlotPanelProps {
  weeks: readonly Week[]
  metric: Metric
  to: string | undefined
}

export function PlotPanel({ weeks, metric, to }: PlotPanelProps) {
  const translate = useTranslate()
  const format = useFormat()
  const shades = useChartColours()
  const [isTable, setIsTable] = useState(false)
  const countOf = (week: Week): number => week[metricFields[metric]]
  const sum = weeks.reduce((all, week) => all + countOf(week), 0)
  return (
    <Panel id={`start-${metric}`} title={translate(`start.${metric}.title`)} to={to}>
      {sum > 0 && (
        <Typography color="text.secondary" variant="body2">
          {translate(`start.${metric}.sum`, {
            smart_count: sum,
            number: format.number(sum),
            weeks: weeks.length,
          })}
        </Typography>
      )}
      {sum === 0 ? (
        <EmptyText>{translate(`start.${metric}.none`)}</EmptyText>
      ) : isTable ? (
        <TableContainer sx={{ maxHeight: 230 }} tabIndex={0} role="group" aria-labelledby={`start-${metric}`}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>{translate('start.weekFrom')}</TableCell>
                <TableCell align="right">{translate(`start.${metric}.number`)}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {weeks.toReversed().map((week) => (
                <TableRow key={week.startDate}>
                  <TableCell>{format.date(week.startDate)}</TableCell>
                  <TableCell align="right">{format.number(countOf(week))}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      ) : (
        <Box sx={{ height: 204 }}>
          <Suspense fallback={<Skeleton variant="rounded" height={190} />}>
            <WeeksPlot
              weeks={weeks}
              metric={metric}
              colour={metric === 'bookings' ? shades.booked : shades.reserved}
            />
          </Suspense>
        </Box>
      )}
      {sum > 0 && (
        <Button size="small" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {translate('start.asTable')}
        </Button>
      )}
    </Panel>
  )
}
