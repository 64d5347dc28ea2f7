// The page of an import: mapping, check, import with its progress, undoing.

import { Alert, Box, Button, Card, CardContent, Chip, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { Title, useNotify } from 'react-admin'
import { useNavigate, useParams } from 'react-router-dom'
import { importStatuses } from '../../server/imports/import-statuses.ts'
import { useAction } from '../shell/api/action.ts'
import { api, apiPath, exportFile } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { useFormat } from '../shell/language/format.ts'
import { RecordErrorPage } from '../shell/page/message-page.tsx'
import { DecideAll } from './decide-all.tsx'
import { LostCells } from './lost-cells.tsx'
import { PlanForm } from './plan-form.tsx'
import { Progress } from './progress.tsx'
import { type Outcome, RowTable } from './row-table.tsx'

type ImportRecord = RecordOf<'imports'>

const outcomesByStatus: { [S in ImportRecord['status']]?: readonly Outcome[] } = {
  checked: ['create', 'update', 'skip', 'question', 'invalid'],
  done: ['created', 'updated', 'skipped', 'invalid'],
  undone: ['deleted', 'restored', 'kept', 'skipped', 'invalid'],
}

const pollMs = 1000
const pausedPollMs = 5000

const isRunning = ({ status }: ImportRecord) => importStatuses[status].isActive

function Counts({ record }: { record: ImportRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  const { status, createdCount, updatedCount, skippedCount, questionCount, invalidCount, companyCount } =
    record
  const { canBeStarted, isUndone } = importStatuses[status]
  const [createdLabel, updatedLabel, skippedLabel] = canBeStarted
    ? ['create', 'update', 'skip']
    : ['created', 'updated', 'skipped']
  return (
    <Box role="status" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 2 }}>
      {(
        [
          [createdLabel, createdCount],
          [updatedLabel, updatedCount],
          [skippedLabel, skippedCount],
          ...(questionCount > 0 ? [['question', questionCount] as const] : []),
          ['invalid', invalidCount],
        ] as const
      ).map(([name, count]) => (
        <Chip
          key={name}
          color={name === 'question' ? 'warning' : name === 'invalid' && count > 0 ? 'error' : 'default'}
          variant="outlined"
          label={`${format.number(count)} ${translate(`imports.count.${name}`)}`}
        />
      ))}
      {companyCount > 0 && !isUndone && (
        <Chip
          variant="outlined"
          label={translate(canBeStarted ? 'imports.newCompanies' : 'imports.createdCompanies', {
            smart_count: companyCount,
            count: format.number(companyCount),
          })}
        />
      )}
      {isUndone && (
        <Chip
          color={record.keptCount > 0 ? 'warning' : 'success'}
          variant="outlined"
          label={translate('imports.undone', {
            deleted: format.number(record.deletedCount),
            kept: format.number(record.keptCount),
          })}
        />
      )}
    </Box>
  )
}

/** The file and its import in one line. */
function FileFacts({ record }: { record: ImportRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <Typography color="text.secondary">
      {[
        record.worksheet,
        translate('imports.of', {
          rows: format.number(record.rowCount),
          columns: record.columns.length,
        }),
        record.encoding.toUpperCase(),
        `${record.createdByName}, ${format.dateTime(record.createdAt)}`,
        translate(`imports.status.${record.pauseReason === '' ? record.status : 'paused'}`),
      ]
        .filter((text) => text !== '')
        .join(' · ')}
    </Typography>
  )
}

const importedRows = ({ createdCount, updatedCount }: ImportRecord): number => createdCount + updatedCount

/** Whether rows with errors stop the whole import. */
const isBlocked = ({ plan, invalidCount }: ImportRecord): boolean => plan.allOrNothing && invalidCount > 0

/** The outcome of the rows, and the errors that stop the import. */
function Result({ record }: { record: ImportRecord }) {
  const translate = useTranslate()
  const { status, plan } = record
  const { canBeStarted } = importStatuses[status]
  const hasQuestions = record.questionCount > 0
  return (
    <>
      <Counts record={record} />
      {canBeStarted && <LostCells record={record} />}
      {canBeStarted && isBlocked(record) && (
        <Alert severity="warning">{translate('imports.hasInvalidRows')}</Alert>
      )}
      {canBeStarted && hasQuestions && (
        <Alert severity="warning">
          {translate(plan.allOrNothing ? 'imports.questionsOfAll' : 'imports.questions')}
          <DecideAll record={record} />
        </Alert>
      )}
      {canBeStarted && importedRows(record) === 0 && !hasQuestions && (
        <Alert severity="info">{translate('imports.nothing')}</Alert>
      )}
    </>
  )
}

/** The rows that are shown first. */
function firstOutcome({ status, keptCount, questionCount, invalidCount }: ImportRecord): Outcome | '' {
  if (importStatuses[status].isUndone && keptCount > 0) return 'kept'
  if (questionCount > 0) return 'question'
  return invalidCount > 0 ? 'invalid' : ''
}

interface ActionsProps {
  record: ImportRecord
  showsMapping: boolean
  onMap: () => void
  onChanged: (record: ImportRecord) => void
}

/** Starting, checking again, exporting what failed, undoing, deleting. */
function Actions({ record, showsMapping, onMap, onChanged }: ActionsProps) {
  const translate = useTranslate()
  const language = useLocale() === 'de' ? 'de' : 'en'
  const notify = useNotify()
  const navigate = useNavigate()
  const mayUndo = useHasRight(['090300:edit', 'bulk'])
  const mayExport = useHasRight('export')
  const params = { importId: record.id }
  const start = useAction(() => api('POST', '/imports/{importId}/start', { params }), {
    onSuccess: ([next]) => next && onChanged(next),
  })
  const exportErrors = useAction(() =>
    exportFile(apiPath('/imports/{importId}/errors/export', { params, query: { language } })),
  )
  const undo = async (): Promise<void> => {
    const [next] = await api('POST', '/imports/{importId}/undo', { params })
    if (next) onChanged(next)
  }
  const remove = async (): Promise<void> => {
    await api('DELETE', '/imports/{importId}', { params })
    notify('imports.deleted', { type: 'success' })
    navigate('/imports')
  }
  const { status, plan } = record
  const { isActive, canBeStarted, canBeUndone } = importStatuses[status]
  const rows = importedRows(record)
  const hasQuestions = record.questionCount > 0
  return (
    <Box sx={{ display: 'flex', gap: 1, mt: 2, flexWrap: 'wrap' }}>
      {canBeStarted && !showsMapping && (
        <>
          <Button
            variant="contained"
            disabled={start.busy || isBlocked(record) || rows === 0 || (plan.allOrNothing && hasQuestions)}
            onClick={() => start.run()}
          >
            {translate('imports.start', { smart_count: rows })}
          </Button>
          <Button onClick={() => onMap()}>{translate('imports.checkAgain')}</Button>
        </>
      )}
      {mayExport && !isActive && !showsMapping && (record.invalidCount > 0 || record.keptCount > 0) && (
        <Button onClick={() => exportErrors.run()} disabled={exportErrors.busy}>
          {translate('imports.exportErrors')}
        </Button>
      )}
      {mayUndo && canBeUndone && (
        <ConfirmButton
          label="imports.undo"
          title="imports.undoTitle"
          text="imports.undoText"
          onConfirm={undo}
        />
      )}
      {!isActive && (
        <ConfirmButton
          label="imports.delete"
          title="imports.deleteTitle"
          text="imports.deleteText"
          color="error"
          onConfirm={remove}
        />
      )}
    </Box>
  )
}

export function ImportPage() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const importId = Number(useParams()['id'])
  const params = { importId }
  const [mapping, setMapping] = useState(false)
  const key = ['import', importId]
  const { data: record, error } = useQuery({
    queryKey: key,
    queryFn: async () => (await api('GET', '/imports/{importId}', { params }))[0],
    // The server processes it in the background, and other users may pause or undo it.
    refetchInterval: ({ state: { data } }) =>
      data && isRunning(data) ? (data.pauseReason === '' ? pollMs : pausedPollMs) : false,
  })
  // The pressed button is gone with its step: the focus moves to the heading.
  const stage = record && `${record.id} ${record.status} ${mapping}`
  useEffect(() => {
    if (stage !== undefined && (document.activeElement ?? document.body) === document.body)
      heading.current?.focus()
  }, [stage])
  const setRecord = (next: ImportRecord): void => {
    client.setQueryData(key, next)
  }
  if (error && !record) return <RecordErrorPage error={error} resource="imports" />
  if (!record) return null
  const { status } = record
  const { isActive, isUnmapped, canBeStarted } = importStatuses[status]
  const showsMapping = isUnmapped || (mapping && canBeStarted)
  const outcomes = outcomesByStatus[status]

  return (
    <Card sx={{ mt: 2 }}>
      <Title title={record.fileName} />
      <CardContent>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap', mb: 2 }}>
          <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
            {record.fileName}
          </Typography>
          <FileFacts record={record} />
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
        {isActive && <Progress key={status} record={record} onUpdate={setRecord} />}
        {!showsMapping && !isActive && <Result record={record} />}
        <Actions
          record={record}
          showsMapping={showsMapping}
          onMap={() => setMapping(true)}
          onChanged={setRecord}
        />
        {!showsMapping && outcomes && (
          <RowTable key={status} record={record} first={firstOutcome(record)} outcomes={outcomes} />
        )}
      </CardContent>
    </Card>
  )
}
