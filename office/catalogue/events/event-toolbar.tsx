// The buttons of an event's page: save, publish, copy, delete.
import CopyIcon from '@mui/icons-material/ContentCopy'
import PublishIcon from '@mui/icons-material/Public'
import HideIcon from '@mui/icons-material/PublicOff'
import { Box, Button, Tooltip } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { DeleteButton, SaveButton, Toolbar } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { useIsNarrow } from '../../shell/app/user-menu-items.tsx'
import { ClearUnregisteredErrors } from '../../shell/form/record-form.tsx'
import { HiddenText } from '../../shell/list/visually-hidden.tsx'

export function EventToolbar() {
  const event = useRecordContext<RecordOf<'events'>>()
  const translate = useTranslate()
  const navigate = useNavigate()
  const { isDirty } = useFormState()
  const mayWrite = useHasRight('100100')
  const isNarrow = useIsNarrow()
  const publish = useAction(
    ({ id, version, isPublished }: RecordOf<'events'>) =>
      api('POST', '/events/{eventId}/publish', {
        params: { eventId: id },
        body: { version, isPublished: !isPublished },
      }),
    {
      success: (_, { isPublished }) => (isPublished ? 'catalogue.nowUnpublished' : 'catalogue.nowPublished'),
      refresh: 'page',
      onError: (_, { id }) => {
        // The tab with the findings.
        navigate(`/events/${id}/website`)
        return false
      },
    },
  )
  const copy = useAction(
    ({ id, title }: RecordOf<'events'>) =>
      api('POST', '/events/{eventId}/copy', {
        params: { eventId: id },
        body: { title: translate('catalogue.copyOf', { title }).slice(0, 255) },
      }),
    { success: 'catalogue.copied', onSuccess: ([created]) => navigate(`/events/${created?.id}`) },
  )
  if (!event || !mayWrite) return null

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
              loading={publish.busy}
              onClick={() => publish.run(event)}
              startIcon={event.isPublished ? <HideIcon /> : <PublishIcon />}
            >
              {isNarrow ? <HiddenText>{publishText}</HiddenText> : publishText}
            </Button>
          </span>
        </Tooltip>
        <Tooltip title={saveFirst || (isNarrow ? translate('catalogue.copy') : '')}>
          <span>
            <Button
              disabled={isDirty}
              loading={copy.busy}
              onClick={() => copy.run(event)}
              startIcon={<CopyIcon />}
            >
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
