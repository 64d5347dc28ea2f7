// Sets the status of all selected bookings.
import { Button, Paper, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Controller, useForm } from 'react-hook-form'
import { api } from '../shell/api/api.ts'
import { StatusSelect } from './status-select.tsx'
import { useBookingAction } from './use-booking-action.ts'

export function BulkStatus({ chosen, onDone }: { chosen: ReadonlySet<number>; onDone: () => void }) {
  const translate = useTranslate()
  const { control, handleSubmit } = useForm({ defaultValues: { status: 'attended' } })
  const { run, busy } = useBookingAction(
    ({ status }: { status: string }) =>
      api('POST', '/bookings/bulk-update', { body: { ids: [...chosen], status } }),
    { requestedCount: () => chosen.size, onSuccess: onDone },
  )
  if (chosen.size === 0) return null
  return (
    <Paper variant="outlined" sx={{ mt: 2, px: 2, py: 1, position: 'sticky', top: 8, zIndex: 2 }}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography role="status">{translate('bookings.chosen', { smart_count: chosen.size })}</Typography>
        <div>
          <Controller
            control={control}
            name="status"
            render={({ field: { value, onChange } }) => (
              <StatusSelect value={value} onChange={onChange} label="bookings.newStatus" />
            )}
          />
        </div>
        <Button variant="contained" loading={busy} onClick={handleSubmit(run)}>
          {translate('bookings.apply')}
        </Button>
        <Button onClick={onDone}>{translate('ra.action.unselect')}</Button>
      </Stack>
    </Paper>
  )
}
