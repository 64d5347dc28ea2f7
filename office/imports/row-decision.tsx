// Whether a row is the contact with its e-mail address and last name, or another person: the user decides.
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { api, type apiPage } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'

type Page = Awaited<ReturnType<typeof apiPage<'/imports/{importId}/rows'>>>
/** The answers to the question whether a row is a contact. */
export const decisions = ['same', 'other'] as const satisfies Row['decision'][]
export type Row = Page['records'][number]

interface Props {
  importId: RecordOf<'imports'>['id']
  row: Row
  /** The page of rows that shows the row: it stays there under every filter of outcomes. */
  queryKey: readonly unknown[]
}

export function RowDecision({ importId, row, queryKey }: Props) {
  const translate = useTranslate()
  const client = useQueryClient()
  const { run, busy } = useAction(
    (decision: Row['decision']) =>
      api('POST', '/imports/{importId}/rows/{rowNumber}/decision', {
        params: { importId, rowNumber: row.id },
        body: { decision },
      }),
    {
      refresh: [['import', importId]],
      onSuccess: ([decided]) =>
        client.setQueryData<Page>(
          queryKey,
          (page) =>
            page && { ...page, records: page.records.map((one) => (one.id === decided?.id ? decided : one)) },
        ),
    },
  )
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={row.decision}
      disabled={busy}
      aria-label={translate('imports.decisionOfRow', { row: row.id })}
      onChange={(_, decision: Row['decision'] | null) => void run(decision ?? '')}
      sx={{ mt: 0.5 }}
    >
      {decisions.map((decision) => (
        <ToggleButton key={decision} value={decision}>
          {translate(`imports.decision.${decision}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
