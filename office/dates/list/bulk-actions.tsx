// Publishes, unpublishes or sets the status of several dates.
import StatusIcon from '@mui/icons-material/OutlinedFlag'
import ShowIcon from '@mui/icons-material/Visibility'
import HideIcon from '@mui/icons-material/VisibilityOff'
import { Menu, MenuItem } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import { useMessageDialog } from '../../messages/message-dialog.tsx'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { ToolbarButton } from '../../shell/list/toolbar-button.tsx'
import { DateBulkEdit } from './bulk-edit.tsx'

export function BulkActions() {
  const { selectedIds, onUnselectItems } = useListContext()
  const translate = useTranslate()
  const { choices } = useLookups()
  const mayPublish = useHasRight('catalogue:publish')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { ask, dialog } = useMessageDialog()
  const { run, busy } = useAction(
    async (fields: Omit<BodyOf<'POST', '/dates/bulk-update'>, 'ids'>) => {
      const body = { ids: selectedIds.map(Number), ...fields }
      const input = await ask('dates.bulk.status', () =>
        api('POST', '/dates/bulk-update/message-preview', { body }),
      )
      return api('POST', '/dates/bulk-update', { body: { ...body, ...input } })
    },
    {
      success: ([answer]) => ['dates.bulk.done', { smart_count: answer!.updatedCount }],
      refresh: 'page',
      onSuccess: () => onUnselectItems(),
    },
  )
  return (
    <>
      <DateBulkEdit />
      {mayPublish && (
        <>
          <ToolbarButton icon={<ShowIcon />} disabled={busy} onClick={() => run({ isPublished: true })}>
            {translate('dates.bulk.publish')}
          </ToolbarButton>
          <ToolbarButton icon={<HideIcon />} disabled={busy} onClick={() => run({ isPublished: false })}>
            {translate('dates.bulk.unpublish')}
          </ToolbarButton>
        </>
      )}
      <ToolbarButton
        icon={<StatusIcon />}
        disabled={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('dates.bulk.status')}
      </ToolbarButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        aria-label={translate('dates.bulk.status')}
      >
        {choices('status').map(({ id, name }) => (
          <MenuItem
            key={id}
            onClick={() => {
              setAnchor(null)
              void run({ status: id })
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  )
}
