// Creates the invoice confirmations for the seats of a date that are in none yet.
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Stack,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { useFormat } from '../shell/language/format.ts'
import { type OpenSeats, openSeatsKey } from './open-seats.ts'

interface Props {
  dateId: number
  openSeats: readonly OpenSeats[]
  onClose: () => void
}

const keyOf = ({ contactId, reference }: OpenSeats): string => `${contactId} ${reference}`

export function OpenSeatsDialog({ dateId, openSeats, onClose }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const chosen = openSeats.filter((one) => one.contactId > 0 && !leftOut.includes(keyOf(one)))
  const { run, busy } = useAction(
    () =>
      api('POST', '/dates/{dateId}/invoice-confirmations', {
        params: { dateId },
        body: { bookingIds: chosen.flatMap(({ bookingIds }) => bookingIds) },
      }),
    {
      success: (created) => ['invoices.createdMany', { smart_count: created.length }],
      refresh: [openSeatsKey(dateId), ['invoice-confirmations']],
      onSuccess: onClose,
    },
  )
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={busy ? undefined : onClose}
      aria-labelledby="open-seats-title"
    >
      <DialogTitle id="open-seats-title">{translate('invoices.openSeats')}</DialogTitle>
      <DialogContent>
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {openSeats.map((one) => (
            <Stack
              key={keyOf(one)}
              component="li"
              direction="row"
              spacing={2}
              sx={{ alignItems: 'center', justifyContent: 'space-between' }}
            >
              <FormControlLabel
                control={
                  <Checkbox
                    size="small"
                    disabled={one.contactId === 0}
                    checked={chosen.includes(one)}
                    onChange={(_event, isChosen) =>
                      setLeftOut(
                        isChosen ? leftOut.filter((key) => key !== keyOf(one)) : [...leftOut, keyOf(one)],
                      )
                    }
                  />
                }
                label={
                  <>
                    {one.contactName || translate('invoices.noReceiver')}
                    <Typography variant="body2" color="textSecondary">
                      {[
                        translate('orders.seats', { smart_count: one.bookingIds.length }),
                        ...(one.reference ? [one.reference] : []),
                      ].join(' · ')}
                    </Typography>
                  </>
                }
              />
              <span>
                {one.sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ')}
              </span>
            </Stack>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} disabled={chosen.length === 0} onClick={() => run()}>
          {translate('invoices.createMany', { smart_count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
