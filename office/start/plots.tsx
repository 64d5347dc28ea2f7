// Bookings and sign-ups over time. The plots are loaded when the page is there; a table has the same numbers.
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
import { lazily } from '../shell/app/lazy-page.tsx'
import { Nothing, Panel } from './panels.tsx'
import { useShades } from './shades.ts'
import type { Week } from './start.ts'

const WeeksPlot = lazily(async () => (await import('./weeks-plot.tsx')).WeeksPlot)

interface PlotPanelProps {
  weeks: readonly Week[]
  of: 'bookings' | 'signUps'
  to: string | undefined
}

export function PlotPanel({ weeks, of, to }: PlotPanelProps) {
  const translate = useTranslate()
  const format = useFormat()
  const shades = useShades()
  const [isTable, setIsTable] = useState(false)
  const sum = weeks.reduce((all, week) => all + week[of], 0)
  return (
    <Panel id={`start-${of}`} title={translate(`start.${of}.title`)} to={to}>
      {sum > 0 && (
        <Typography color="text.secondary" variant="body2">
          {translate(`start.${of}.sum`, {
            smart_count: sum,
            number: format.number(sum),
            weeks: weeks.length,
          })}
        </Typography>
      )}
      {sum === 0 ? (
        <Nothing>{translate(`start.${of}.none`)}</Nothing>
      ) : isTable ? (
        <TableContainer sx={{ maxHeight: 230 }} tabIndex={0} role="group" aria-labelledby={`start-${of}`}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>{translate('start.weekFrom')}</TableCell>
                <TableCell align="right">{translate(`start.${of}.number`)}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {weeks.toReversed().map((week) => (
                <TableRow key={week.from}>
                  <TableCell>{format.date(week.from)}</TableCell>
                  <TableCell align="right">{format.number(week[of])}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      ) : (
        <Box sx={{ height: 204 }}>
          <Suspense fallback={<Skeleton variant="rounded" height={190} />}>
            <WeeksPlot weeks={weeks} of={of} colour={of === 'bookings' ? shades.booked : shades.reserved} />
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
