// The prices of an event: gross follows from net and net from gross, to the cent, by the server's own rule.
import { InputAdornment } from '@mui/material'
import { useSourceContext } from 'ra-core'
import { useFormContext, useWatch } from 'react-hook-form'
import { grossOf, netOf } from '../../../server/catalogue/records/vat.ts'
import { AmountInput } from '../amount-input.tsx'
import { ChildRowsInput, RowFlag, RowNumber, RowText } from '../child-rows-input.tsx'

const isPercent = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && /^\d+(\.\d{1,2})?$/.test(String(value))
const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value)

function AmountInputs() {
  const { getSource } = useSourceContext()
  const { setValue, getValues } = useFormContext()
  const sourceOf = (name: string) => getSource(name)
  const vatSource = sourceOf('price_vat')
  const currency = useWatch({ name: sourceOf('price_currency') })
  const setAmount = (name: string, value: string) =>
    setValue(sourceOf(name), value, { shouldDirty: true, shouldValidate: true })
  const currentVat = (): number => {
    const vat = getValues(vatSource)
    return isPercent(vat) ? vat : 0
  }
  const updateOtherAmount = (from: 'net' | 'gross', amount: string, vat: number): void => {
    const to = from === 'net' ? 'price_value_gross' : 'price_value_net'
    if (amount === '') setAmount(to, '')
    else if (isAmount(amount)) setAmount(to, from === 'net' ? grossOf(amount, vat) : netOf(amount, vat))
  }
  const onVatChange = (value: unknown): void => {
    const vat = value === '' || value === null ? 0 : Number(value)
    if (!isPercent(vat)) return
    const givenAmount = getValues(sourceOf('price_vat_included')) ? 'gross' : 'net'
    updateOtherAmount(givenAmount, getValues(sourceOf(`price_value_${givenAmount}`)), vat)
  }
  const code = typeof currency === 'string' && currency !== '' ? currency : '–'
  return (
    <>
      <AmountInput
        source="price_value_net"
        label="resources.events.fields.price_value_net"
        currency={code}
        onAmountChange={(net) => updateOtherAmount('net', net, currentVat())}
      />
      <RowNumber
        source="price_vat"
        min={0}
        max={999.99}
        step="any"
        defaultValue={19}
        onChange={(event: { target?: { value?: unknown } } | unknown) =>
          onVatChange(
            typeof event === 'object' && event !== null && 'target' in event
              ? (event as { target: { value?: unknown } }).target.value
              : event,
          )
        }
        slotProps={{ input: { endAdornment: <InputAdornment position="end">%</InputAdornment> } }}
      />
      <AmountInput
        source="price_value_gross"
        label="resources.events.fields.price_value_gross"
        currency={code}
        onAmountChange={(gross) => updateOtherAmount('gross', gross, currentVat())}
      />
    </>
  )
}

export const PricesInput = () => (
  <ChildRowsInput source="event_prices" row="catalogue.price">
    <RowText source="price_title" className="wide" />
    <RowText source="price_description" multiline className="wide" />
    <AmountInputs />
    <RowText source="price_currency" defaultValue="EUR" />
    <RowFlag source="price_vat_included" defaultValue={false} />
  </ChildRowsInput>
)
