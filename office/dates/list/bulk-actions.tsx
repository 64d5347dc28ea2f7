// The same for several dates: publish, take back, another status.

import ShowIcon from '@mui/icons-material/Visibility'
import HideIcon from '@mui/icons-material/VisibilityOff'
import { Menu, MenuItem } from '@mui/material'
import { useListContext, useRefresh, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button, useNotify } from 'react-admin'
import { untypedApi } from '../../shell/api/api.ts'
import { useServerMessage } from '../../shell/api/server-message.ts'
import { useLookups } from '../lookups.ts'

export function BulkActions() {
  const { selectedIds, onUnselectItems } = useListContext()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const translateMessage = useServerMessage()
  const { choices } = useLookups()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  const updateDates = async (fields: object): Promise<void> => {
    try {
      const [answer] = await untypedApi<{ updatedCount: number }>('POST', '/dates/bulk-update', {
        ids: selectedIds.map(Number),
        ...fields,
      })
      notify('dates.bulk.done', {
        messageArgs: { smart_count: answer?.updatedCount ?? 0, count: answer?.updatedCount ?? 0 },
      })
      onUnselectItems()
      refresh()
    } catch (error) {
      notify(translateMessage(error instanceof Error ? error.message : ''), { type: 'error' })
    }
  }

  return (
    <>
      <Button label="dates.bulk.publish" onClick={() => updateDates({ isPublished: true })}>
        <ShowIcon />
      </Button>
      <Button label="dates.bulk.unpublish" onClick={() => updateDates({ isPublished: false })}>
        <HideIcon />
      </Button>
      <Button
        label="dates.bulk.status"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
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
              updateDates({ status: id })
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
