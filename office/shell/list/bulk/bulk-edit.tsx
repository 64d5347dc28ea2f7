// Edits a field of all selected records: first the value, then a preview, then the change.
import EditIcon from '@mui/icons-material/EditOutlined'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Form, required, SelectInput, useNotify } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAction } from '../../api/action.ts'
import { ClearUnregisteredErrors } from '../../form/record-form.tsx'
import { ToolbarButton } from '../toolbar-button.tsx'
import type { BulkField, BulkInput } from './bulk-field.tsx'
import { BulkPreview, type BulkRow, countOf } from './bulk-preview.tsx'

interface Props<Change> {
  fields: readonly BulkField<Change>[]
  preview: (ids: number[], change: Change) => Promise<BulkRow[]>
  apply: (records: { id: number; version: number }[], change: Change) => Promise<BulkRow[]>
}

interface Plan<Change> {
  field: BulkField<Change>
  change: Change
  rows: BulkRow[]
}

function FieldAndValue<Change>({ fields }: Pick<Props<Change>, 'fields'>) {
  const id: string | undefined = useWatch({ name: 'field' })
  const { unregister } = useFormContext()
  const field = fields.find((one) => one.id === id)
  return (
    <>
      <SelectInput
        source="field"
        label="shell.list.bulk.field"
        choices={fields.map(({ id, label }) => ({ id, name: label }))}
        validate={required()}
        // The value of the field before is none of this one.
        onChange={() => unregister(['value', 'mode'])}
        autoFocus
      />
      {field && <field.Input key={field.id} />}
    </>
  )
}

function BulkDialog<Change>({ fields, preview, apply, onClose }: Props<Change> & { onClose: () => void }) {
  const titleId = useId()
  const translate = useTranslate()
  const notify = useNotify()
  const { selectedIds, onUnselectItems } = useListContext()
  const [plan, setPlan] = useState<Plan<Change>>()
  const [input, setInput] = useState<object>({})
  const { submit, busy: isLoading } = useAction(
    async ({ field: fieldId, ...value }: BulkInput & { field?: string }) => {
      const field = fields.find(({ id }) => id === fieldId)!
      const change = field.toChange(value)
      setInput({ field: fieldId, ...value })
      return [{ field, change, rows: await preview(selectedIds.map(Number), change) }]
    },
    { onSuccess: ([made]) => setPlan(made) },
  )
  const { run, busy } = useAction(
    ({ change, rows }: Plan<Change>) =>
      apply(
        rows.filter(({ outcome }) => outcome === 'changed').map(({ id, version }) => ({ id, version })),
        change,
      ),
    {
      refresh: 'page',
      onSuccess: (rows, { field, change }) => {
        const [changed, rejected] = [countOf(rows, 'changed'), countOf(rows, 'rejected')]
        onUnselectItems()
        if (rejected === 0) {
          notify('shell.list.bulk.done', { type: 'success', messageArgs: { smart_count: changed } })
          onClose()
        } else {
          notify('shell.list.bulk.partly', { type: 'warning', messageArgs: { changed, rejected } })
          setPlan({ field, change, rows: rows.filter(({ outcome }) => outcome === 'rejected') })
        }
      },
    },
  )
  const toChange = plan ? countOf(plan.rows, 'changed') : 0
  const title = (
    <DialogTitle id={titleId}>
      {translate('shell.list.bulk.title', { smart_count: plan?.rows.length ?? selectedIds.length })}
    </DialogTitle>
  )
  return (
    <Dialog open fullWidth maxWidth={plan ? 'md' : 'xs'} aria-labelledby={titleId} onClose={onClose}>
      {plan ? (
        <>
          {title}
          <DialogContent>
            <BulkPreview rows={plan.rows} field={plan.field} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
            <Button onClick={() => setPlan(undefined)}>{translate('shell.list.bulk.back')}</Button>
            <Button
              variant="contained"
              autoFocus
              disabled={toChange === 0}
              loading={busy}
              onClick={() => run(plan)}
            >
              {translate('shell.list.bulk.apply', { smart_count: toChange })}
            </Button>
          </DialogActions>
        </>
      ) : (
        <Form onSubmit={submit} record={{ id: 0, ...input }}>
          <ClearUnregisteredErrors />
          {title}
          <DialogContent>
            <FieldAndValue fields={fields} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
            <Button type="submit" variant="contained" loading={isLoading}>
              {translate('shell.list.bulk.preview')}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  )
}

export function BulkEdit<Change>(props: Props<Change>) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ToolbarButton icon={<EditIcon />} onClick={() => setOpen(true)}>
        {translate('shell.list.bulk.edit')}
      </ToolbarButton>
      {isOpen && <BulkDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
