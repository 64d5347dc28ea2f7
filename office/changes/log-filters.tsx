// The filters of the change log, kept in the page's URL.
import { Box, Button, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useGetList } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { DateInputField } from '../shell/form/date-time-field.tsx'
import { logTexts } from '../shell/history/log-texts.ts'
import { useSubjects } from './log-entry.ts'

type FilterName = 'userId' | 'subject' | 'subjectId' | 'tableName' | 'action' | 'from' | 'to'

const actions = ['insert', 'update', 'delete'] as const

/** The filters in the URL. */
export function useLogFilters() {
  const [params] = useSearchParams()
  const text = (name: FilterName) => params.get(name) || undefined
  const id = (name: FilterName) => Number(params.get(name)) || undefined
  return {
    userId: id('userId'),
    subject: text('subject'),
    subjectId: id('subjectId'),
    tableName: text('tableName'),
    action: actions.find((action) => action === params.get('action')),
    from: text('from'),
    to: text('to'),
  }
}

interface Choice {
  id: string
  name: string
}

const tableNames = Object.keys(logTexts.en['relations'] as object)

export function LogFilters() {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const { data: users = [] } = useGetList('users', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'name', order: 'ASC' },
  })
  const toChoices = (ids: readonly string[]): Choice[] =>
    ids
      .map((id) => ({
        id,
        name: translate(`relations.${id}`, { _: translate(`changes.subjects.${id}`, { _: '' }) }),
      }))
      .filter(({ name }) => name !== '')
      .toSorted((one, other) => one.name.localeCompare(other.name))
  const setFilter = (name: FilterName, value: string): void => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  const renderSelect = (name: FilterName, choices: readonly Choice[]) => (
    <TextField
      select
      label={translate(`changes.filter.${name}`)}
      value={choices.some(({ id }) => id === params.get(name)) ? params.get(name) : ''}
      onChange={(event) => setFilter(name, event.target.value)}
    >
      <MenuItem value="">{translate('changes.all')}</MenuItem>
      {choices.map(({ id, name: text }) => (
        <MenuItem key={id} value={id}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
  const day = (name: 'from' | 'to') => (
    <DateInputField
      label={translate(`changes.filter.${name}`)}
      value={params.get(name) ?? ''}
      onChange={(value) => setFilter(name, value)}
    />
  )
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 215px), 1fr))',
        mb: 2,
      }}
    >
      {renderSelect(
        'userId',
        users.map(({ id, name }) => ({ id: String(id), name })),
      )}
      {renderSelect('subject', toChoices(useSubjects()))}
      <TextField
        label={translate('changes.filter.subjectId')}
        value={params.get('subjectId') ?? ''}
        onChange={(event) => setFilter('subjectId', event.target.value.replace(/\D/g, '').slice(0, 9))}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      {renderSelect('tableName', toChoices(tableNames))}
      {renderSelect(
        'action',
        actions.map((id) => ({ id, name: translate(`shell.changes.${id}`) })),
      )}
      {day('from')}
      {day('to')}
      <Button onClick={() => setParams({}, { replace: true })} disabled={params.size === 0}>
        {translate('changes.clear')}
      </Button>
    </Box>
  )
}
