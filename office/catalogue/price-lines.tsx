// The prices of an event or a date, a line each.
import { useTranslate } from 'ra-core'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

type Price = Pick<
  (RecordOf<'events'> | RecordOf<'dates'>)['prices'][number],
  'id' | 'title' | 'netPrice' | 'grossPrice' | 'currency'
>

export function PriceLines({ prices }: { prices: readonly Price[] }) {
  const translate = useTranslate()
  const format = useFormat()
  if (prices.length === 0) return translate('shell.page.none')
  return prices.map(({ id, title, netPrice, grossPrice, currency }) => (
    <div key={id}>
      {[
        title,
        translate('catalogue.priceLine', {
          net: format.money(netPrice, currency),
          gross: format.money(grossPrice, currency),
        }),
      ]
        .filter(Boolean)
        .join(': ')}
    </div>
  ))
}
