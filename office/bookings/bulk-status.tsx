// Sets the status of all selected bookings.
import { Button, Paper, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { WriteButton } from '../messages/write-button.tsx'
import { StatusDialog } from './dialogs/status-dialog.tsx'
import { StatusSelect } from './status-select.tsx'

export function BulkStatus({ chosen, onDone }: { chosen: ReadonlySet<number>; onDone: () => void }) {
  const translate = useTranslate()
  const { control, handleSubmit } = useForm({ defaultValues: { status: 'attended' } })
  const [status, setStatus] = useState<string>()
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
        <Button variant="contained" onClick={handleSubmit((values) => setStatus(values.status))}>
          {translate('bookings.apply')}
        </Button>
        <WriteButton to={{ bookingIds: [...chosen] }} />
        <Button onClick={onDone}>{translate('ra.action.unselect')}</Button>
      </Stack>
      {status !== undefined && (
        <StatusDialog
          ids={[...chosen]}
          status={status}
          onClose={() => setStatus(undefined)}
          onDone={onDone}
        />
      )}
    </Paper>
  )
}
