// The last step of planning a series: everything once more, before anything is made.
import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { BooleanInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useFormat } from '../../shell/app/format.ts'
import { useLookups } from '../lookups.ts'
import type { SeriesValues } from './series-values.ts'

export function CheckStep() {
  const translate = useTranslate()
  const format = useFormat()
  const { nameOf } = useLookups()
  const values = useWatch<SeriesValues>() as SeriesValues
  const { price, hotel } = values
  const facts: [string, string][] = [
    [
      translate('resources.dates.fields.event_id'),
      `${values.event?.title ?? ''}${values.event?.id ? '' : ` (${translate('dates.wizard.newEvent')})`}`,
    ],
    [translate('dates.section.places'), `${values.participants_min ?? 0} – ${values.participants_max ?? 0}`],
    [
      translate('dates.tab.prices'),
      typeof price.net === 'number' || typeof price.gross === 'number'
        ? `${format.money(price.net)} + ${format.number(price.vat ?? 0)} % = ${format.money(price.gross)}`
        : translate('dates.wizard.noPrice'),
    ],
    [
      translate('dates.tab.hotel'),
      values.withHotel
        ? [
            hotel.room_beds && `${hotel.room_beds} ${translate('dates.wizard.roomUnit')}`,
            hotel.room_name,
            hotel.resource_name,
            format.money(hotel.room_price),
            nameOf('quotaStatus', hotel.status ?? ''),
          ]
            .filter(Boolean)
            .join(' · ')
        : translate('dates.wizard.noHotel'),
    ],
  ]
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('dates.wizard.checkText')}
      </Typography>
      <Table size="small" sx={{ mb: 2 }}>
        <TableBody>
          {facts.map(([name, text]) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row" sx={{ width: 180 }}>
                {name}
              </TableCell>
              <TableCell>{text}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('dates.tab.series')}</TableCell>
            <TableCell>{translate('dates.wizard.kind')}</TableCell>
            <TableCell>{translate('dates.section.when')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {values.modules.map((module, index) => (
            <TableRow key={index}>
              <TableCell>
                {index + 1}.{' '}
                {module.how === 'link'
                  ? translate('dates.wizard.linked', { id: module.linked_date_id ?? 0 })
                  : `${module.event?.title ?? ''}${module.event?.id ? '' : ` (${translate('dates.wizard.newEvent')})`}`}
              </TableCell>
              <TableCell>{nameOf('moduleType', module.module_type)}</TableCell>
              <TableCell>
                {module.how === 'link'
                  ? ''
                  : `${format.span(module.start_date ?? '', module.end_date ?? '')}, ${module.start_time}–${module.end_time}`}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <BooleanInput source="publish" label="dates.wizard.publish" sx={{ mt: 2 }} />
    </>
  )
}
