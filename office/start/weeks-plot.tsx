// A bar chart of a number by week.
import { BarChart } from '@mui/x-charts/BarChart'
import { useTranslate } from 'ra-core'
import { useFormat } from '../shell/language/format.ts'
import { nonce } from '../shell/theme/styles.tsx'
import { type Metric, metricFields, type Week } from './start.ts'

interface WeeksPlotProps {
  weeks: readonly Week[]
  metric: Metric
  colour: string
}

export function WeeksPlot({ weeks, metric, colour }: WeeksPlotProps) {
  const translate = useTranslate()
  const format = useFormat()
  const label = translate(`start.${metric}.title`)
  return (
    <BarChart
      height={200}
      nonce={nonce}
      skipAnimation
      hideLegend
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      xAxis={[
        {
          scaleType: 'band',
          data: weeks.map(({ startDate }) => startDate),
          valueFormatter: (startDate: string, context) =>
            context.location === 'tick'
              ? format.date(startDate).slice(0, 6).replace(/\/$/, '')
              : translate('start.week', { day: format.date(startDate) }),
          tickInterval: (_value: string, index: number) => index % 4 === weeks.length % 4,
          height: 26,
        },
      ]}
      yAxis={[{ width: 34, tickMinStep: 1, min: 0, valueFormatter: (value: number) => format.number(value) }]}
      series={[
        {
          data: weeks.map((week) => week[metricFields[metric]]),
          label,
          color: colour,
          valueFormatter: (value) => format.number(value),
        },
      ]}
      grid={{ horizontal: true }}
      aria-label={label}
    />
  )
}
