// Gives all chosen bookings a status.
import { Button, Paper, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { StatusSelect } from './status-select.tsx'
import { useToldDeed } from './use-booking-action.ts'

export function BulkStatus({ chosen, onDone }: { chosen: ReadonlySet<number>; onDone: () => void }) {
  const translate = useTranslate()
  const tell = useToldDeed()
  const [status, setStatus] = useState('attended')
  const [busy, setBusy] = useState(false)
  if (chosen.size === 0) return null
  const set = async (): Promise<void> => {
    setBusy(true)
    if (await tell('POST', '/participations/status', { ids: [...chosen], status }, chosen.size)) onDone()
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
        <Button variant="contained" loading={busy} onClick={set}>
          {translate('participations.apply')}
        </Button>
        <Button onClick={onDone}>{translate('ra.action.unselect')}</Button>
      </Stack>
    </Paper>
  )
}
