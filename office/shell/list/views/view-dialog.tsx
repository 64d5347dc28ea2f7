// Names a view, and shares it.
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { BooleanInput, Form, required, SaveButton, TextInput } from 'react-admin'
import { useAction } from '../../api/action.ts'
import { ClearUnregisteredErrors } from '../../form/record-form.tsx'
import { type SavedView, savedViewsKey } from './saved-views.ts'

export interface ViewName {
  name: string
  isShared: boolean
}

interface Props {
  title: string
  resource: string
  initial: ViewName
  save: (name: ViewName) => Promise<SavedView[]>
  onSaved: (view: SavedView | undefined) => void
  onClose: () => void
}

export function ViewDialog({ title, resource, initial, save, onSaved, onClose }: Props) {
  const id = useId()
  const translate = useTranslate()
  const { submit } = useAction(
    ({ name = '', isShared = false }: Partial<ViewName>) => save({ name, isShared }),
    {
      success: (_views, { name }) => ['shell.list.views.saved', { name }],
      refresh: [savedViewsKey(resource)],
      onSuccess: ([view]) => {
        onClose()
        onSaved(view)
      },
    },
  )
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={id} onClose={onClose}>
      <Form onSubmit={submit} record={{ id: 0, ...initial }}>
        <ClearUnregisteredErrors />
        <DialogTitle id={id}>{translate(title)}</DialogTitle>
        <DialogContent>
          <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
            {translate('shell.list.views.keeps')}
          </Typography>
          <TextInput source="name" label="shell.list.views.name" validate={required()} autoFocus />
          <BooleanInput source="isShared" label="shell.list.views.share" />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SaveButton alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
