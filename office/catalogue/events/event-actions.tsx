// The actions on a whole event: publish, withdraw, copy, delete.
import CopyIcon from '@mui/icons-material/ContentCopy'
import HideIcon from '@mui/icons-material/VisibilityOff'
import { useRecordContext, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import type { RecordOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import { DeleteButton } from '../../shell/form/delete-button.tsx'

type OfficeEvent = RecordOf<'events'>

export const usePublish = () =>
  useAction(
    ({ id, version, isPublished }: OfficeEvent) =>
      api('POST', '/events/{eventId}/publish', {
        params: { eventId: id },
        body: { version, isPublished: !isPublished },
      }),
    {
      success: (_, { isPublished }) => (isPublished ? 'catalogue.nowUnpublished' : 'catalogue.nowPublished'),
      refresh: 'page',
    },
  )

export function EventActions() {
  const mayEdit = useHasRight('catalogue:edit')
  const mayPublish = useHasRight('catalogue:publish')
  const event = useRecordContext<OfficeEvent>()
  const translate = useTranslate()
  const navigate = useNavigate()
  const publish = usePublish()
  const copy = useAction(
    ({ id, title }: OfficeEvent) =>
      api('POST', '/events/{eventId}/copy', {
        params: { eventId: id },
        body: { title: translate('catalogue.copyOf', { title }).slice(0, 255) },
      }),
    { success: 'catalogue.copied', onSuccess: ([created]) => navigate(`/events/${created?.id}`) },
  )
  if (!event) return null
  return (
    <>
      {event.isPublished && mayPublish && (
        <Button label="catalogue.unpublish" onClick={() => publish.run(event)} disabled={publish.busy}>
          <HideIcon />
        </Button>
      )}
      {mayEdit && (
        <>
          <Button label="catalogue.copy" onClick={() => copy.run(event)} disabled={copy.busy}>
            <CopyIcon />
          </Button>
          <DeleteButton />
        </>
      )}
    </>
  )
}
