// The bar of selected bookings: sets their status, makes an order of them.
import { Button, Paper, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { isCancelled } from '../../server/bookings/booking-statuses.ts'
import { WriteButton } from '../messages/write-button.tsx'
import type { Booking } from './booking-queries.ts'
import { CancelSeveralDialog } from './dialogs/cancel-several-dialog.tsx'
import { OrderDialog } from './dialogs/order-dialog.tsx'
import { StatusDialog } from './dialogs/status-dialog.tsx'
import { StatusSelect } from './status-select.tsx'

export function BulkStatus({ chosen, onDone }: { chosen: readonly Booking[]; onDone: () => void }) {
  const translate = useTranslate()
  const { control, handleSubmit } = useForm({ defaultValues: { status: 'attended' } })
  // The bookings as they were chosen: the list goes on being refreshed.
  const [cancelled, setCancelled] = useState<readonly Booking[]>()
  const [ordered, setOrdered] = useState<readonly Booking[]>()
  const [changed, setChanged] = useState<{ ids: number[]; status: string }>()
  const ids = chosen.map(({ id }) => id)
  const apply = handleSubmit(({ status }) => {
    const active = chosen.filter((booking) => !isCancelled(booking))
    if (isCancelled({ status }) && active.length > 0) setCancelled(active)
    else setChanged({ ids, status })
  })
  // The booking of a module belongs to the order of its series.
  const orderable = chosen.filter(({ seriesBookingId }) => seriesBookingId === 0)
  return (
    <>
      {chosen.length > 0 && (
        <Paper variant="outlined" sx={{ mt: 2, px: 2, py: 1, position: 'sticky', top: 8, zIndex: 2 }}>
          <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography role="status">
              {translate('bookings.chosen', { smart_count: chosen.length })}
            </Typography>
            <div>
              <Controller
                control={control}
                name="status"
                render={({ field: { value, onChange } }) => (
                  <StatusSelect value={value} onChange={onChange} label="bookings.newStatus" />
                )}
              />
            </div>
            <Button variant="contained" onClick={apply}>
              {translate('bookings.apply')}
            </Button>
            {orderable.length > 0 && (
              <Button onClick={() => setOrdered(orderable)}>{translate('orders.assign')}</Button>
            )}
            <WriteButton to={{ bookingIds: ids }} />
            <Button onClick={onDone}>{translate('ra.action.unselect')}</Button>
          </Stack>
        </Paper>
      )}
      {cancelled && (
        <CancelSeveralDialog bookings={cancelled} onClose={() => setCancelled(undefined)} onDone={onDone} />
      )}
      {ordered && <OrderDialog bookings={ordered} onClose={() => setOrdered(undefined)} onDone={onDone} />}
      {changed && <StatusDialog {...changed} onClose={() => setChanged(undefined)} onDone={onDone} />}
    </>
  )
}
