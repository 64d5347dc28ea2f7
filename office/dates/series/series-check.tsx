// The last step of planning a series: a summary.
import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { BooleanInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useFormat } from '../../shell/language/format.ts'
import type { SeriesValues } from './series-values.ts'

export function CheckStep() {
  const mayPublish = useHasRight('catalogue:publish')
  const translate = useTranslate()
  const format = useFormat()
  const { nameOf } = useLookups()
  const values = useWatch<SeriesValues>() as SeriesValues
  const { price, hotel } = values
  const facts: [string, string][] = [
    [
      translate('resources.dates.fields.eventId'),
      `${values.event?.title ?? ''}${values.event?.id ? '' : ` (${translate('dates.wizard.newEvent')})`}`,
    ],
    [translate('dates.section.seats'), `${values.participantsMin ?? 0} – ${values.participantsMax ?? 0}`],
    [
      translate('dates.tab.prices'),
      typeof price.netPrice === 'number' || typeof price.grossPrice === 'number'
        ? `${format.money(price.netPrice)} + ${format.number(price.vatRate ?? 0)} % = ${format.money(price.grossPrice)}`
        : translate('dates.wizard.noPrice'),
    ],
    [
      translate('dates.tab.hotel'),
      values.withHotel
        ? [
            hotel.roomBeds && `${hotel.roomBeds} ${translate('dates.wizard.roomUnit')}`,
            hotel.roomName,
            hotel.resourceName,
            format.money(hotel.roomPrice),
            nameOf('hotelQuotaStatus', hotel.status ?? ''),
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
            <TableCell>{translate('dates.wizard.moduleType')}</TableCell>
            <TableCell>{translate('dates.section.period')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {values.modules.map((module, index) => (
            <TableRow key={index}>
              <TableCell>
                {index + 1}.{' '}
                {module.how === 'link'
                  ? translate('dates.wizard.linked', { id: module.linkedDateId ?? 0 })
                  : `${module.event?.title ?? ''}${module.event?.id ? '' : ` (${translate('dates.wizard.newEvent')})`}`}
              </TableCell>
              <TableCell>{nameOf('moduleType', module.moduleType)}</TableCell>
              <TableCell>
                {module.how === 'link'
                  ? ''
                  : `${format.span(module.startDate ?? '', module.endDate ?? '')}, ${module.startTime}–${module.endTime}`}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {mayPublish && <BooleanInput source="publish" label="dates.wizard.publish" sx={{ mt: 2 }} />}
    </>
  )
}
