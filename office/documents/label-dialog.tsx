// Chooses the sheet for badges, and the first label that is free, or the format of table cards.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import {
  type LabelName,
  labelFormats,
  labelNames,
  labelsOf,
  type TableCardFormat,
  tableCardFormats,
} from '../../server/documents/layout/labels.ts'
import type { Language } from '../../server/platform/ground/language.ts'
import { apiPath } from '../shell/api/api.ts'
import { useFormat } from '../shell/language/format.ts'
import { PdfExportLink } from './pdf-link.tsx'

interface Props {
  dateId: number
  kind: 'badges' | 'table-cards'
  language: Language
  onClose: () => void
}

/** The sheet, and its first label that is free. */
export function LabelFields({
  label,
  first,
  onLabel,
  onFirst,
}: {
  label: LabelName
  first: number
  onLabel: (label: LabelName) => void
  onFirst: (first: number) => void
}) {
  const translate = useTranslate()
  const format = useFormat()
  const count = labelsOf(labelFormats[label])
  return (
    <>
      <TextField
        select
        label={translate('documents.label')}
        value={label}
        onChange={({ target }) => onLabel(labelNames.find((name) => name === target.value) ?? label)}
      >
        {labelNames.map((name) => (
          <MenuItem key={name} value={name}>
            {translate('documents.labelOf', {
              name,
              width: format.number(labelFormats[name].width),
              height: format.number(labelFormats[name].height),
              count: labelsOf(labelFormats[name]),
            })}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="number"
        label={translate('documents.firstLabel')}
        helperText={translate('documents.firstLabelHelp')}
        value={first}
        onChange={({ target }) =>
          onFirst(Math.min(count, Math.max(1, Math.trunc(Number(target.value)) || 1)))
        }
        slotProps={{ htmlInput: { min: 1, max: count } }}
      />
    </>
  )
}

export function LabelDialog({ dateId, kind, language, onClose }: Props) {
  const translate = useTranslate()
  const [label, setLabel] = useState<LabelName>('L4785')
  const [first, setFirst] = useState(1)
  const [format, setFormat] = useState<TableCardFormat>('A4')
  const isBadges = kind === 'badges'
  const path = apiPath('/dates/{dateId}/documents/{kind}', {
    params: { dateId, kind },
    query: { language, ...(isBadges ? { label, firstLabel: first } : { format }) },
  })
  const changeLabel = (name: LabelName) => {
    setLabel(name)
    setFirst(Math.min(first, labelsOf(labelFormats[name])))
  }
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="label-title">
      <DialogTitle id="label-title">
        {translate(isBadges ? 'documents.badges' : 'documents.tableCards')}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          {isBadges ? (
            <LabelFields label={label} first={first} onLabel={changeLabel} onFirst={setFirst} />
          ) : (
            <TextField
              select
              label={translate('documents.cardFormat')}
              value={format}
              onChange={({ target }) => setFormat(target.value === 'A5' ? 'A5' : 'A4')}
            >
              {tableCardFormats.map((name) => (
                <MenuItem key={name} value={name}>
                  {translate(`documents.card${name}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('documents.cancel')}</Button>
        <PdfExportLink path={path} variant="contained" size="medium" onClick={onClose}>
          {translate('documents.print')}
        </PdfExportLink>
      </DialogActions>
    </Dialog>
  )
}
