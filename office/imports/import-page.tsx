// One import: mapping, dry run, import with its progress, undo.
import { Alert, Box, Button, Card, CardContent, Chip, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { Title, useNotify } from 'react-admin'
import { useNavigate, useParams } from 'react-router-dom'
import type { ImportRecord } from '../../server/imports/import.rows.ts'
import { download, untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { useHasRight } from '../shell/api/session.ts'
import { useFormat } from '../shell/app/format.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { PlanForm } from './plan-form.tsx'
import { Progress } from './progress.tsx'
import { RowTable } from './row-table.tsx'

const rowVerdictsByState: Record<string, readonly string[]> = {
  checked: ['create', 'update', 'skip', 'invalid'],
  done: ['created', 'updated', 'skipped', 'invalid'],
  undone: ['deleted', 'restored', 'kept', 'skipped', 'invalid'],
}

/** How often what goes on is looked at, and what stands still. */
const pollMs = 1000
const pausedPollMs = 5000

const isRunning = ({ state }: ImportRecord) => ['checking', 'running', 'undoing'].includes(state)

function Counts({ record }: { record: ImportRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  const { state, made, changed, skipped, faulty } = record
  const [createdLabel, changedLabel, skippedLabel] =
    state === 'checked' ? ['create', 'update', 'skip'] : ['created', 'updated', 'skipped']
  return (
    <Box role="status" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 2 }}>
      {(
        [
          [createdLabel, made],
          [changedLabel, changed],
          [skippedLabel, skipped],
          ['invalid', faulty],
        ] as const
      ).map(([name, count]) => (
        <Chip
          key={name}
          color={name === 'invalid' && count > 0 ? 'error' : 'default'}
          variant="outlined"
          label={`${format.number(count)} ${translate(`imports.count.${name}`)}`}
        />
      ))}
      {record.companies > 0 && state !== 'undone' && (
        <Chip
          variant="outlined"
          label={translate(state === 'checked' ? 'imports.companiesToMake' : 'imports.companiesMade', {
            smart_count: record.companies,
            count: format.number(record.companies),
          })}
        />
      )}
      {state === 'undone' && (
        <Chip
          color={record.kept > 0 ? 'warning' : 'success'}
          variant="outlined"
          label={translate('imports.undone', {
            removed: format.number(record.removed),
            kept: format.number(record.kept),
          })}
        />
      )}
    </Box>
  )
}

export function ImportPage() {
  const translate = useTranslate()
  const language = useLocale()
  const format = useFormat()
  const translateMessage = useServerMessage()
  const notify = useNotify()
  const navigate = useNavigate()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const mayUndo = useHasRight('090300:edit')
  const id = useParams()['id']
  const [mapping, setMapping] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = ['import', id]
  const { data: record, error } = useQuery({
    queryKey: key,
    queryFn: async () => (await untypedApi<ImportRecord>('GET', `/imports/${id}`))[0],
    // What is under way goes on by itself, and may be stopped or ended by others.
    refetchInterval: ({ state: { data } }) =>
      data && isRunning(data) ? (data.paused === '' ? pollMs : pausedPollMs) : false,
  })
  // The button that was pressed is gone with the step that it belonged to: the keyboard goes on from the heading.
  const stage = record && `${record.id} ${record.state} ${mapping}`
  useEffect(() => {
    if (stage !== undefined && (document.activeElement ?? document.body) === document.body)
      heading.current?.focus()
  }, [stage])
  if (error)
    return (
      <Alert severity="error" sx={{ mt: 2 }}>
        {translateMessage(error.message)}
      </Alert>
    )
  if (!record) return null
  const setRecord = (next: ImportRecord): void => {
    client.setQueryData(key, next)
  }
  const postAction = async (action: 'start' | 'undo'): Promise<void> => {
    setBusy(true)
    try {
      const [next] = await untypedApi<ImportRecord>('POST', `/imports/${id}/${action}`)
      if (next) setRecord(next)
    } finally {
      setBusy(false)
    }
  }
  const start = (): void => {
    postAction('start').catch((failure: Error) => {
      notify(translateMessage(failure.message), { type: 'error' })
      void client.invalidateQueries({ queryKey: key })
    })
  }
  const remove = async (): Promise<void> => {
    await untypedApi('DELETE', `/imports/${id}`)
    notify('imports.removed', { type: 'success' })
    navigate('/imports')
  }
  const { state, plan } = record
  const showsMapping = state === 'draft' || (mapping && state === 'checked')
  const running = isRunning(record)
  const rows = record.made + record.changed
  const blocked = plan.whole && record.faulty > 0
  const verdicts = rowVerdictsByState[state]

  return (
    <Card sx={{ mt: 2 }}>
      <Title title={record.fileName} />
      <CardContent>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap', mb: 2 }}>
          <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
            {record.fileName}
          </Typography>
          <Typography color="text.secondary">
            {[
              record.sheet,
              translate('imports.of', {
                rows: format.number(record.rowCount),
                columns: record.columns.length,
              }),
              record.encoding.toUpperCase(),
              `${record.createdBy}, ${format.dateTime(record.createdAt)}`,
              translate(`imports.state.${record.paused === '' ? state : 'paused'}`),
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </Typography>
        </Box>
        {showsMapping && (
          <PlanForm
            record={record}
            onChecked={(next) => {
              setMapping(false)
              setRecord(next)
            }}
          />
        )}
        {running && <Progress key={state} record={record} onUpdate={setRecord} />}
        {!showsMapping && !running && (
          <>
            <Counts record={record} />
            {state === 'checked' && blocked && (
              <Alert severity="warning">{translate('imports.wholeFaulty')}</Alert>
            )}
            {state === 'checked' && rows === 0 && (
              <Alert severity="info">{translate('imports.nothing')}</Alert>
            )}
          </>
        )}
        <Box sx={{ display: 'flex', gap: 1, mt: 2, flexWrap: 'wrap' }}>
          {state === 'checked' && !showsMapping && (
            <>
              <Button variant="contained" disabled={busy || blocked || rows === 0} onClick={start}>
                {translate('imports.start', { smart_count: rows })}
              </Button>
              <Button onClick={() => setMapping(true)}>{translate('imports.checkAgain')}</Button>
            </>
          )}
          {!running && !showsMapping && (record.faulty > 0 || record.kept > 0) && (
            <Button onClick={() => void download(`/imports/${id}/faults?language=${language}`)}>
              {translate('imports.faults')}
            </Button>
          )}
          {mayUndo && (state === 'done' || state === 'running') && (
            <ConfirmButton
              label="imports.undo"
              title="imports.undoTitle"
              text="imports.undoText"
              onConfirm={() => postAction('undo')}
            />
          )}
          {!running && (
            <ConfirmButton
              label="imports.remove"
              title="imports.removeTitle"
              text="imports.removeText"
              color="error"
              onConfirm={remove}
            />
          )}
        </Box>
        {!showsMapping && verdicts && (
          <RowTable
            key={state}
            record={record}
            first={state === 'undone' && record.kept > 0 ? 'kept' : record.faulty > 0 ? 'invalid' : ''}
            verdicts={verdicts}
          />
        )}
      </CardContent>
    </Card>
  )
}
