// Net, VAT and gross of a price. Gross is computed from net, and net from gross.
import { useEvent, useSourceContext } from 'ra-core'
import { NumberInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { MoneyInput } from '../shell/form/money-input.tsx'
import { grossOf, netOf } from './vat.ts'

const isAmount = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value)
const isPercent = (value: unknown): value is number =>
  isAmount(value) && value >= 0 && /^\d+(\.\d{1,2})?$/.test(String(value))

export function PriceAmountInputs({ maxVatRate }: { maxVatRate: number }) {
  const { getSource } = useSourceContext()
  const { getValues, setValue } = useFormContext()
  const updateOtherAmount = useEvent((from: 'netPrice' | 'grossPrice' | 'vatRate') => {
    const [net, gross, vatRate, vatIncluded] = getValues(
      ['netPrice', 'grossPrice', 'vatRate', 'vatIncluded'].map((name) => getSource(name)),
    )
    const rate = isPercent(vatRate) ? vatRate : 0
    const given = from === 'vatRate' ? (vatIncluded && isAmount(gross) ? 'grossPrice' : 'netPrice') : from
    const set = (name: string, value: number | null) =>
      setValue(getSource(name), value, { shouldDirty: true, shouldValidate: true })
    if (given === 'netPrice') {
      if (isAmount(net)) set('grossPrice', grossOf(net, rate))
      else if (net === null) set('grossPrice', null)
    } else if (isAmount(gross)) set('netPrice', netOf(gross, rate))
    else if (gross === null) set('netPrice', null)
  })
  return (
    <>
      <MoneyInput source="netPrice" onChange={() => updateOtherAmount('netPrice')} />
      <NumberInput
        source="vatRate"
        min={0}
        max={maxVatRate}
        step="any"
        defaultValue={19}
        onChange={() => updateOtherAmount('vatRate')}
      />
      <MoneyInput source="grossPrice" onChange={() => updateOtherAmount('grossPrice')} />
    </>
  )
}
