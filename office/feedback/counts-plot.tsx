// A bar chart of the number of answers.
import { BarChart } from '@mui/x-charts/BarChart'
import { useFormat } from '../shell/language/format.ts'
import { useChartColours } from '../shell/theme/chart-colours.ts'
import { nonce } from '../shell/theme/styles.tsx'

interface Props {
  title: string
  labels: readonly string[]
  counts: readonly number[]
}

export function CountsPlot({ title, labels, counts }: Props) {
  const format = useFormat()
  const { booked } = useChartColours()
  return (
    <BarChart
      height={160}
      nonce={nonce}
      skipAnimation
      hideLegend
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      xAxis={[{ scaleType: 'band', data: [...labels], height: 26 }]}
      yAxis={[{ width: 34, tickMinStep: 1, min: 0, valueFormatter: (value: number) => format.number(value) }]}
      series={[
        { data: [...counts], label: title, color: booked, valueFormatter: (value) => format.number(value) },
      ]}
      grid={{ horizontal: true }}
      aria-label={title}
    />
  )
}
