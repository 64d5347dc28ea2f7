// The requests with a key on each of the last days: bars, and the figures behind them.
import { Box, TableCell, TableRow, Typography, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'
import { PlainTable } from '../shell/list/plain-table.tsx'
import { FoldedContent, PagePart } from '../shell/page/page-layout.tsx'
import { colors } from '../shell/theme/tokens.ts'

export function KeyRequests({ requests, dailyRequests }: RecordOf<'website-keys'>) {
  const translate = useTranslate()
  const format = useFormat()
  const { mode } = useTheme().palette
  const most = Math.max(0, ...dailyRequests.map((one) => one.requests))
  const figures = { smart_count: requests, total: format.number(requests), most: format.number(most) }
  return (
    <PagePart title="website.requests.title">
      <Typography gutterBottom>{translate('website.requests.total', figures)}</Typography>
      <Box
        role="img"
        aria-label={translate('website.requests.chart', figures)}
        sx={{ display: 'flex', alignItems: 'flex-end', gap: '2px', height: 64, borderBottom: 1 }}
      >
        {dailyRequests.map((one) => (
          <Box
            key={one.day}
            title={`${format.date(one.day)}: ${format.number(one.requests)}`}
            sx={{
              flex: 1,
              bgcolor: colors.chartBooked[mode],
              // Few beside many still are a line.
              height: one.requests === 0 ? 0 : `max(2px, ${(100 * one.requests) / most}%)`,
            }}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Typography variant="caption">{format.date(dailyRequests[0]?.day)}</Typography>
        <Typography variant="caption">{format.date(dailyRequests.at(-1)?.day)}</Typography>
      </Box>
      <FoldedContent title={translate('website.requests.figures')}>
        <PlainTable
          columns={['website.requests.day', 'website.requests.title']}
          numbers={['website.requests.title']}
        >
          {dailyRequests.toReversed().map((one) => (
            <TableRow key={one.day}>
              <TableCell component="th" scope="row">
                {format.longDate(one.day)}
              </TableCell>
              <TableCell align="right">{format.number(one.requests)}</TableCell>
            </TableRow>
          ))}
        </PlainTable>
      </FoldedContent>
    </PagePart>
  )
}
