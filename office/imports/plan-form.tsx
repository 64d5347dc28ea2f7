// Which column is which field, and the options.
import {
  Alert,
  Autocomplete,
  Box,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  NativeSelect,
  Radio,
  RadioGroup,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { ImportRecord } from '../../server/imports/import.rows.ts'
import type { FieldName, ImportPlan } from '../../server/imports/import-plan.ts'
import { useContactOptions } from '../contacts/options.ts'
import { ApiError, api } from '../shell/api/api.ts'
import { useSay } from '../shell/api/server-message.ts'

const reach = [
  'email',
  'phone',
  'mobile',
  'fax',
  'position',
  'department',
  'streetWithNumber',
  'street',
  'houseNumber',
  'addition',
  'zip',
  'city',
  'state',
  'country',
  'website',
  'comment',
  'categories',
] as const satisfies readonly FieldName[]
const fieldsOf: Record<ImportPlan['kind'], readonly FieldName[]> = {
  person: ['salutation', 'title', 'firstName', 'lastName', 'company', ...reach],
  company: ['name', 'name2', ...reach],
}

/** What a column is where the table holds the other kind: the name of a company stays one. */
const inKind = (
  field: ImportPlan['columns'][number],
  kind: ImportPlan['kind'],
): ImportPlan['columns'][number] =>
  field === 'company' && kind === 'company'
    ? 'name'
    : field === 'name' && kind === 'person'
      ? 'company'
      : field !== '' && fieldsOf[kind].includes(field)
        ? field
        : ''

interface Props {
  record: ImportRecord
  onChecked: (record: ImportRecord) => void
}

export function PlanForm({ record, onChecked }: Props) {
  const translate = useTranslate()
  const say = useSay()
  const { categories } = useContactOptions()
  const [plan, setPlan] = useState<ImportPlan>(record.plan)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const { data: examples = [] } = useQuery({
    queryKey: ['import-examples', record.id],
    queryFn: () => api<{ id: number; cells: string[] }>('GET', `/imports/${record.id}/rows?perPage=3`),
  })
  const change = (more: Partial<ImportPlan>): void => setPlan((before) => ({ ...before, ...more }))
  const choose = (at: number, field: ImportPlan['columns'][number]): void =>
    change({ columns: plan.columns.map((one, place) => (place === at ? field : one)) })
  const nameOf = (at: number) => record.columns[at] || translate('imports.unnamed', { number: at + 1 })

  const check = async (): Promise<void> => {
    setBusy(true)
    setFaults({})
    try {
      const [next] = await api<ImportRecord>('POST', `/imports/${record.id}/check`, plan)
      if (next) onChecked(next)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFaults(
        error.details.length > 0
          ? Object.fromEntries(error.details.map(({ field, message }) => [field, say(message)]))
          : { columns: say(translate(error.message, { _: error.message })) },
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <FormControl sx={{ mb: 1 }}>
        <FormLabel id="import-kind">{translate('imports.kind')}</FormLabel>
        <RadioGroup
          row
          aria-labelledby="import-kind"
          value={plan.kind}
          onChange={(_, kind) =>
            change({
              kind: kind as ImportPlan['kind'],
              columns: plan.columns.map((field) => inKind(field, kind as ImportPlan['kind'])),
            })
          }
        >
          <FormControlLabel value="person" control={<Radio />} label={translate('imports.person')} />
          <FormControlLabel value="company" control={<Radio />} label={translate('imports.company')} />
        </RadioGroup>
      </FormControl>
      {faults['columns'] && (
        <Alert severity="error" role="alert" sx={{ mb: 1 }}>
          {faults['columns']}
        </Alert>
      )}
      <TableContainer sx={{ mb: 2 }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('imports.column')}</TableCell>
              <TableCell>{translate('imports.example')}</TableCell>
              <TableCell>{translate('imports.field')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {plan.columns.map((field, at) => (
              <TableRow key={at}>
                <TableCell component="th" scope="row">
                  {nameOf(at)}
                </TableCell>
                <TableCell sx={{ color: 'text.secondary', maxWidth: 320, overflowWrap: 'anywhere' }}>
                  {examples
                    .map(({ cells }) => (cells[at] ?? '').slice(0, 60))
                    .filter((text) => text !== '')
                    .join(' · ')}
                </TableCell>
                <TableCell>
                  <FormControl error={Boolean(faults[`columns[${at}]`])} fullWidth>
                    <NativeSelect
                      value={field}
                      onChange={(event) => choose(at, event.target.value as ImportPlan['columns'][number])}
                      inputProps={{
                        'aria-label': translate('imports.fieldOf', { column: nameOf(at) }),
                        'aria-invalid': Boolean(faults[`columns[${at}]`]),
                        'aria-describedby': `import-column-${at}`,
                      }}
                    >
                      <option value="">– {translate('imports.leftOut')} –</option>
                      {fieldsOf[plan.kind].map((name) => (
                        <option key={name} value={name}>
                          {translate(`imports.fields.${name}`)}
                        </option>
                      ))}
                    </NativeSelect>
                    <FormHelperText id={`import-column-${at}`}>
                      {faults[`columns[${at}]`] ?? ''}
                    </FormHelperText>
                  </FormControl>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <FormControl sx={{ mb: 2, display: 'block' }}>
        <FormLabel id="import-duplicates">{translate('imports.duplicates')}</FormLabel>
        <RadioGroup
          aria-labelledby="import-duplicates"
          value={plan.duplicates}
          onChange={(_, duplicates) => change({ duplicates: duplicates as ImportPlan['duplicates'] })}
        >
          {(['skip', 'fill', 'update'] as const).map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              label={translate(`imports.${one}`)}
            />
          ))}
        </RadioGroup>
        <FormHelperText sx={{ mx: 0 }}>{translate('imports.duplicatesHelp')}</FormHelperText>
      </FormControl>
      <Autocomplete
        multiple
        size="small"
        sx={{ maxWidth: 560, mb: 1 }}
        options={categories}
        getOptionLabel={({ name }) => name}
        value={categories.filter(({ id }) => plan.categoryIds.includes(id))}
        onChange={(_, chosen) => change({ categoryIds: chosen.map(({ id }) => id) })}
        renderInput={(input) => <TextField {...input} label={translate('imports.categories')} />}
      />
      <Box>
        <FormControlLabel
          control={
            <Checkbox
              checked={plan.createCategories}
              onChange={(_, createCategories) => change({ createCategories })}
            />
          }
          label={translate('imports.createCategories')}
        />
      </Box>
      {plan.kind === 'person' && plan.columns.includes('company') && (
        <Box>
          <FormControlLabel
            control={
              <Checkbox
                checked={plan.createCompanies}
                onChange={(_, createCompanies) => change({ createCompanies })}
              />
            }
            label={translate('imports.createCompanies')}
          />
        </Box>
      )}
      <Box>
        <FormControlLabel
          control={<Checkbox checked={plan.whole} onChange={(_, whole) => change({ whole })} />}
          label={translate('imports.whole')}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 1 }}>
        <Button type="submit" variant="contained" disabled={busy}>
          {translate('imports.checkNow')}
        </Button>
        <Typography color="text.secondary">{translate('imports.checkHelp')}</Typography>
      </Box>
    </Box>
  )
}
