// Contacts that became part of this one; each merge can be undone.
import { Alert, Box, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Static } from 'typebox'
import type { ContactMerge } from '../../server/contacts/contact.merges.office.ts'
import { untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useFieldName } from '../shell/history/field-name.ts'
import { Panel } from './record-card.tsx'

interface UnmergeResult {
  oldId: number
  kept: { relation: string; recordId: number; columns: string[] }[]
}

export function MergeHistory({ id }: { id: number }) {
  const translate = useTranslate()
  const format = useFormat()
  const fieldName = useFieldName()
  const notify = useNotify()
  const translateMessage = useServerMessage()
  const client = useQueryClient()
  const mayEdit = useHasRight('090300:edit')
  const [keptRows, setKeptRows] = useState<UnmergeResult['kept']>([])
  const { data = [] } = useQuery({
    queryKey: ['contact-merges', id],
    queryFn: () => untypedApi<Static<typeof ContactMerge>>('GET', `/contacts/${id}/merges`),
    staleTime: 0,
  })
  const undo = async (oldId: number): Promise<void> => {
    try {
      const [undone] = await untypedApi<UnmergeResult>('POST', `/contacts/${oldId}/unmerge`)
      setKeptRows(undone?.kept ?? [])
      notify('contacts.merge.undone', { type: 'success' })
      await client.invalidateQueries()
    } catch (error) {
      notify(translateMessage((error as Error).message), { type: 'error' })
    }
  }
  if (data.length === 0 && keptRows.length === 0) return null
  return (
    <Panel title="contacts.merge.merged">
      {keptRows.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {translate('contacts.merge.kept')}
          <ul>
            {keptRows.map(({ relation, recordId, columns }) => (
              <li key={`${relation} ${recordId}`}>
                {translate(`relations.${relation}`, { _: relation })} {recordId}
                {columns.length > 0 && `: ${columns.map((column) => fieldName(relation, column)).join(', ')}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {data.map(({ oldId, name, at, by }) => (
        <Box key={oldId} sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="body2">
            {translate('contacts.merge.was', { id: oldId, name, at: format.dateTime(at), by })}
          </Typography>
          {mayEdit && (
            <ConfirmButton
              label="contacts.merge.undo"
              title="contacts.merge.undoTitle"
              text="contacts.merge.undoText"
              onConfirm={() => undo(oldId)}
            />
          )}
        </Box>
      ))}
    </Panel>
  )
}
