// Copying a date: where the copy begins, and what it takes along.
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormLabel,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { DateRecord } from '../../../server/catalogue/dates/date.schema.office.ts'
import { DateInputField } from '../../shell/form/date-time-field.tsx'
import { useDateAction } from './use-date-action.ts'

export const copyOptions = [
  'sessionDays',
  'trainers',
  'locations',
  'prices',
  'hotelQuotas',
  'files',
  'people',
  'conferencePackageItems',
  'modules',
] as const

interface CopyOptionsProps {
  value: readonly string[]
  onChange: (value: string[]) => void
}

export function CopyOptionsInput({ value, onChange }: CopyOptionsProps) {
  const translate = useTranslate()
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{translate('dates.copy.include')}</FormLabel>
      <FormGroup row>
        {copyOptions.map((name) => (
          <FormControlLabel
            key={name}
            label={translate(`dates.copy.${name}`)}
            control={
              <Checkbox
                checked={value.includes(name)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...value, name] : value.filter((one) => one !== name))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  )
}

export function CopyDialog({ date, close }: { date: DateRecord; close: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const runAction = useDateAction()
  const [start, setStart] = useState(date.startDate)
  const [isIncomplete, setIncomplete] = useState(false)
  const [identifier, setIdentifier] = useState('')
  const [copiedGroups, setCopiedGroups] = useState<string[]>(copyOptions.filter((name) => name !== 'modules'))
  const [busy, setBusy] = useState(false)

  const copy = async (): Promise<void> => {
    setBusy(true)
    const created = await runAction<{ id: number }>('POST', `/dates/${date.id}/copy`, {
      startDate: start,
      identifier,
      include: copiedGroups,
    })
    setBusy(false)
    if (!created) return
    close()
    notify('dates.copy.done')
    navigate(`/dates/${created.id}`)
  }

  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="copy-title">
      <DialogTitle id="copy-title">{translate('dates.copy.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>{translate('dates.copy.text')}</DialogContentText>
        <DateInputField
          autoFocus
          label={translate('dates.copy.start')}
          value={start}
          onChange={(day, incomplete) => {
            setStart(day)
            setIncomplete(incomplete)
          }}
        />
        <TextField
          label={translate('resources.dates.fields.identifier')}
          value={identifier}
          onChange={(event) => setIdentifier(event.target.value)}
        />
        <CopyOptionsInput value={copiedGroups} onChange={setCopiedGroups} />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={copy} loading={busy} disabled={isIncomplete}>
          {translate('dates.copy.action')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
