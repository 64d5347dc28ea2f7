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
import { ApiError, api } from '../../shell/api/api.ts'
import { useSay } from '../../shell/api/server-message.ts'
import { useMay } from '../../shell/api/session.ts'
import { useNarrow } from '../../shell/app/user-menu-items.tsx'
import { ForgetFaults } from '../../shell/form/record-form.tsx'
import { HiddenText } from '../../shell/list/visually-hidden.tsx'

export function EventToolbar() {
  const event = useRecordContext<OfficeEvent>()
  const translate = useTranslate()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const notify = useNotify()
  const say = useSay()
  const { isDirty } = useFormState()
  const [busy, setBusy] = useState(false)
  const mayWrite = useMay('100100')
  const narrow = useNarrow()
  if (!event || !mayWrite) return null

  const tell = (error: unknown): void => {
    notify(error instanceof ApiError ? say(error.message) : 'shell.error.server', { type: 'error' })
  }
  const publish = async (): Promise<void> => {
    setBusy(true)
    try {
      const is_published = !event.is_published
      await api('POST', `/events/${event.id}/publish`, { version: event.version, is_published })
      notify(is_published ? 'catalogue.nowPublished' : 'catalogue.nowUnpublished', { type: 'success' })
    } catch (error) {
      tell(error)
      navigate(`/events/${event.id}/website`)
    } finally {
      setBusy(false)
      refresh()
    }
  }
  const copy = async (): Promise<void> => {
    setBusy(true)
    try {
      const event_title = translate('catalogue.copyOf', { title: event.event_title }).slice(0, 255)
      const [made] = await api<OfficeEvent>('POST', `/events/${event.id}/copy`, { event_title })
      notify('catalogue.copied', { type: 'success' })
      navigate(`/events/${made?.id}`)
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
    }
  }
  const publishText = translate(event.is_published ? 'catalogue.unpublish' : 'catalogue.publish')
  const saveFirst = isDirty ? translate('catalogue.saveFirst') : ''
  return (
    <>
      <ForgetFaults />
      <Toolbar sx={{ gap: { xs: 0.5, sm: 1 }, flexWrap: 'wrap' }}>
        <SaveButton />
        <Tooltip title={saveFirst || (narrow ? publishText : '')}>
          <span>
            <Button
              variant={event.is_published ? 'text' : 'outlined'}
              disabled={isDirty}
              loading={busy}
              onClick={publish}
              startIcon={event.is_published ? <HideIcon /> : <PublishIcon />}
            >
              {narrow ? <HiddenText>{publishText}</HiddenText> : publishText}
            </Button>
          </span>
        </Tooltip>
        <Tooltip title={saveFirst || (narrow ? translate('catalogue.copy') : '')}>
          <span>
            <Button disabled={isDirty} loading={busy} onClick={copy} startIcon={<CopyIcon />}>
              {narrow ? <HiddenText>{translate('catalogue.copy')}</HiddenText> : translate('catalogue.copy')}
            </Button>
          </span>
        </Tooltip>
        <Box sx={{ flex: 1 }} />
        <DeleteButton mutationMode="pessimistic" />
      </Toolbar>
    </>
  )
}
