// Bookings and sign-ups by week, as a plot or as a table. The library of the plots is large: it is loaded when one is in sight.
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
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '../shell/language/format.ts'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { useChartColours } from '../shell/theme/chart-colours.ts'
import { EmptyText, Panel } from './panels.tsx'
import { type Metric, metricFields, type Week } from './start.ts'

const WeeksPlot = lazyComponent(async () => (await import('./weeks-plot.tsx')).WeeksPlot)

/** Whether an element has been in sight. */
function useWasSeen(element: RefObject<Element | null>): boolean {
  const [wasSeen, setSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || !element.current) return undefined
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((one) => one.isIntersecting)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasSeen])
  return wasSeen
}

interface PlotProps {
  weeks: readonly Week[]
  metric: Metric
}

function Plot({ weeks, metric }: PlotProps) {
  const shades = useChartColours()
  const frame = useRef<HTMLDivElement>(null)
  const wasSeen = useWasSeen(frame)
  // Not a skeleton, which says that something is being loaded.
  return (
    <Box ref={frame} sx={{ height: 204 }}>
      {wasSeen && (
        <Suspense fallback={<Skeleton variant="rounded" height={190} />}>
          <WeeksPlot
            weeks={weeks}
            metric={metric}
            colour={metric === 'bookings' ? shades.booked : shades.reserved}
          />
        </Suspense>
      )}
    </Box>
  )
}

interface PlotPanelProps extends PlotProps {
  to: string | undefined
}

export function PlotPanel({ weeks, metric, to }: PlotPanelProps) {
  const translate = useTranslate()
  const format = useFormat()
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
        <Plot weeks={weeks} metric={metric} />
      )}
      {sum > 0 && (
        <Button size="small" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {translate('start.asTable')}
        </Button>
      )}
    </Panel>
  )
}
