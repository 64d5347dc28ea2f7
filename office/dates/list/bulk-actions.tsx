// Publishes, unpublishes or sets the status of several dates.
import StatusIcon from '@mui/icons-material/OutlinedFlag'
import ShowIcon from '@mui/icons-material/Visibility'
import HideIcon from '@mui/icons-material/VisibilityOff'
import { Menu, MenuItem } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button } from 'react-admin'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { BodyOf } from '../../shell/api/endpoints.ts'
import { useLookups } from '../lookups.ts'

export function BulkActions() {
  const { selectedIds, onUnselectItems } = useListContext()
  const translate = useTranslate()
  const { choices } = useLookups()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { run, busy } = useAction(
    (fields: Omit<BodyOf<'POST', '/dates/bulk-update'>, 'ids'>) =>
      api('POST', '/dates/bulk-update', { body: { ids: selectedIds.map(Number), ...fields } }),
    {
      success: ([answer]) => ['dates.bulk.done', { smart_count: answer!.updatedCount }],
      refresh: 'page',
      onSuccess: () => onUnselectItems(),
    },
  )
  return (
    <>
      <Button label="dates.bulk.publish" disabled={busy} onClick={() => run({ isPublished: true })}>
        <ShowIcon />
      </Button>
      <Button label="dates.bulk.unpublish" disabled={busy} onClick={() => run({ isPublished: false })}>
        <HideIcon />
      </Button>
      <Button
        label="dates.bulk.status"
        disabled={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <StatusIcon />
      </Button>
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
    </>
  )
}
