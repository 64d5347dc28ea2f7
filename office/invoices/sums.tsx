// Net, tax and gross by VAT rate, and the totals.
import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

export function Sums({ taxes, totals }: Pick<RecordOf<'invoice-confirmations'>, 'taxes' | 'totals'>) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <Table size="small" aria-label={translate('invoices.sums')} sx={{ maxWidth: 560, ml: 'auto' }}>
      <TableHead>
        <TableRow>
          <TableCell>{translate('invoices.tax')}</TableCell>
          <TableCell align="right">{translate('invoices.net')}</TableCell>
          <TableCell align="right">{translate('invoices.taxAmount')}</TableCell>
          <TableCell align="right">{translate('invoices.gross')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {taxes.map(({ currency, vatRate, net, tax, gross }) => (
          <TableRow key={`${currency} ${vatRate}`}>
            <TableCell>{format.rate(vatRate)}</TableCell>
            <TableCell align="right">{format.money(net, currency)}</TableCell>
            <TableCell align="right">{format.money(tax, currency)}</TableCell>
            <TableCell align="right">{format.money(gross, currency)}</TableCell>
          </TableRow>
        ))}
        {totals.map(({ currency, net, tax, gross }) => (
          <TableRow key={currency} sx={{ '& > *': { fontWeight: 700 } }}>
            <TableCell component="th" scope="row">
              {translate('invoices.total')}
            </TableCell>
            <TableCell align="right">{format.money(net, currency)}</TableCell>
            <TableCell align="right">{format.money(tax, currency)}</TableCell>
            <TableCell align="right">{format.money(gross, currency)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
