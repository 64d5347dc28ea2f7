// Gives all chosen bookings a status.
import { Button, Paper, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { StatusSelect } from './status-select.tsx'
import { useNotifiedBookingAction } from './use-booking-action.ts'

export function BulkStatus({ chosen, onDone }: { chosen: ReadonlySet<number>; onDone: () => void }) {
  const translate = useTranslate()
  const runAction = useNotifiedBookingAction()
  const [status, setStatus] = useState('attended')
  const [busy, setBusy] = useState(false)
  if (chosen.size === 0) return null
  const applyStatus = async (): Promise<void> => {
    setBusy(true)
    if (await runAction('POST', '/participations/status', { ids: [...chosen], status }, chosen.size)) onDone()
    setBusy(false)
  }
  return (
    <Paper variant="outlined" sx={{ mt: 2, px: 2, py: 1, position: 'sticky', top: 8, zIndex: 2 }}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography role="status">
          {translate('participations.chosen', { smart_count: chosen.size })}
        </Typography>
        <div>
          <StatusSelect value={status} onChange={setStatus} label="participations.newStatus" />
        </div>
        <Button variant="contained" loading={busy} onClick={applyStatus}>
          {translate('participations.apply')}
        </Button>
        <Button onClick={onDone}>{translate('ra.action.unselect')}</Button>
      </Stack>
    </Paper>
  )
}
