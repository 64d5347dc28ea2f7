// Address labels for the selected contacts or companies, as PDF.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useListContext, useLocale, useTranslate } from 'ra-core'
import { useState } from 'react'
import { type LabelName, labelFormats, labelsOf } from '../../server/documents/layout/labels.ts'
import { useAction } from '../shell/api/action.ts'
import { apiPath, saveFile } from '../shell/api/api.ts'
import { LabelFields } from './label-dialog.tsx'

export function AddressLabelsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const language = useLocale() === 'en' ? 'en' : 'de'
  const { selectedIds } = useListContext()
  const [label, setLabel] = useState<LabelName>('3475')
  const [first, setFirst] = useState(1)
  const title = translate('documents.addressLabels.title')
  const { run, busy } = useAction(
    () =>
      saveFile(
        apiPath('/contacts/address-labels', {
          query: { ids: selectedIds.map(Number), label, firstLabel: first, language },
        }),
        `${title}.pdf`,
      ),
    { onSuccess: onClose },
  )
  const changeLabel = (name: LabelName) => {
    setLabel(name)
    setFirst(Math.min(first, labelsOf(labelFormats[name])))
  }
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="address-labels-title">
      <DialogTitle id="address-labels-title">{title}</DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <LabelFields label={label} first={first} onLabel={changeLabel} onFirst={setFirst} />
          <Typography variant="body2" color="textSecondary">
            {translate('documents.addressLabels.help')}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('documents.cancel')}</Button>
        <Button variant="contained" disabled={busy} onClick={() => run()}>
          {translate('documents.addressLabels.print')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
