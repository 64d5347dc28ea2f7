// What is done with an event: save, publish, copy, delete.
import CopyIcon from '@mui/icons-material/ContentCopy'
import PublishIcon from '@mui/icons-material/Public'
import HideIcon from '@mui/icons-material/PublicOff'
import { Box, Button, Tooltip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { DeleteButton, SaveButton, Toolbar, useNotify, useRefresh } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { OfficeEvent } from '../../../server/catalogue/events/event.schema.office.ts'
import { ApiError, untypedApi } from '../../shell/api/api.ts'
import { useServerMessage } from '../../shell/api/server-message.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useIsNarrow } from '../../shell/app/user-menu-items.tsx'
import { ClearUnregisteredErrors } from '../../shell/form/record-form.tsx'
import { HiddenText } from '../../shell/list/visually-hidden.tsx'

export function EventToolbar() {
  const event = useRecordContext<OfficeEvent>()
  const translate = useTranslate()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const { isDirty } = useFormState()
  const [busy, setBusy] = useState(false)
  const mayWrite = useHasRight('100100')
  const isNarrow = useIsNarrow()
  if (!event || !mayWrite) return null

  const notifyError = (error: unknown): void => {
    notify(error instanceof ApiError ? translateMessage(error.message) : 'shell.error.server', {
      type: 'error',
    })
  }
  const publish = async (): Promise<void> => {
    setBusy(true)
    try {
      const isPublished = !event.isPublished
      await untypedApi('POST', `/events/${event.id}/publish`, { version: event.version, isPublished })
      notify(isPublished ? 'catalogue.nowPublished' : 'catalogue.nowUnpublished', { type: 'success' })
    } catch (error) {
      notifyError(error)
      navigate(`/events/${event.id}/website`)
    } finally {
      setBusy(false)
      refresh()
    }
  }
  const copy = async (): Promise<void> => {
    setBusy(true)
    try {
      const title = translate('catalogue.copyOf', { title: event.title }).slice(0, 255)
      const [created] = await untypedApi<OfficeEvent>('POST', `/events/${event.id}/copy`, { title })
      notify('catalogue.copied', { type: 'success' })
      navigate(`/events/${created?.id}`)
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  const publishText = translate(event.isPublished ? 'catalogue.unpublish' : 'catalogue.publish')
  const saveFirst = isDirty ? translate('catalogue.saveFirst') : ''
  return (
    <>
      <ClearUnregisteredErrors />
      <Toolbar sx={{ gap: { xs: 0.5, sm: 1 }, flexWrap: 'wrap' }}>
        <SaveButton />
        <Tooltip title={saveFirst || (isNarrow ? publishText : '')}>
          <span>
            <Button
              variant={event.isPublished ? 'text' : 'outlined'}
              disabled={isDirty}
              loading={busy}
              onClick={publish}
              startIcon={event.isPublished ? <HideIcon /> : <PublishIcon />}
            >
              {isNarrow ? <HiddenText>{publishText}</HiddenText> : publishText}
            </Button>
          </span>
        </Tooltip>
        <Tooltip title={saveFirst || (isNarrow ? translate('catalogue.copy') : '')}>
          <span>
            <Button disabled={isDirty} loading={busy} onClick={copy} startIcon={<CopyIcon />}>
              {isNarrow ? (
                <HiddenText>{translate('catalogue.copy')}</HiddenText>
              ) : (
                translate('catalogue.copy')
              )}
            </Button>
          </span>
        </Tooltip>
        <Box sx={{ flex: 1 }} />
        <DeleteButton mutationMode="pessimistic" />
      </Toolbar>
    </>
  )
}
