// Decides about all rows that are still a question.
import { Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { decisions } from './row-decision.tsx'

export function DecideAll({ record }: { record: RecordOf<'imports'> }) {
  const translate = useTranslate()
  const { run, busy } = useAction(
    (decision: (typeof decisions)[number]) =>
      api('POST', '/imports/{importId}/decisions', { params: { importId: record.id }, body: { decision } }),
    {
      success: ([{ decidedCount } = { decidedCount: 0 }]) => [
        'imports.decidedAll',
        { smart_count: decidedCount },
      ],
      refresh: [
        ['import', record.id],
        ['import-rows', record.id],
      ],
    },
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          variant="outlined"
          color="inherit"
          size="small"
          disabled={busy}
          onClick={() => void run(decision)}
        >
          {translate(`imports.decideAll.${decision}`)}
        </Button>
      ))}
    </Box>
  )
}
