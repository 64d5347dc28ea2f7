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
import { ApiError, untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'

const contactDetailFields = [
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
const fieldsByKind: Record<ImportPlan['kind'], readonly FieldName[]> = {
  person: ['salutation', 'title', 'firstName', 'lastName', 'company', ...contactDetailFields],
  company: ['name', 'name2', ...contactDetailFields],
}

/** What a column is where the table holds the other kind: the name of a company stays one. */
const fieldForKind = (
  field: ImportPlan['columns'][number],
  kind: ImportPlan['kind'],
): ImportPlan['columns'][number] =>
  field === 'company' && kind === 'company'
    ? 'name'
    : field === 'name' && kind === 'person'
      ? 'company'
      : field !== '' && fieldsByKind[kind].includes(field)
        ? field
        : ''

interface Props {
  record: ImportRecord
  onChecked: (record: ImportRecord) => void
}

export function PlanForm({ record, onChecked }: Props) {
  const translate = useTranslate()
  const translateMessage = useServerMessage()
  const { categories } = useContactOptions()
  const [plan, setPlan] = useState<ImportPlan>(record.plan)
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const { data: examples = [] } = useQuery({
    queryKey: ['import-examples', record.id],
    queryFn: () => untypedApi<{ id: number; cells: string[] }>('GET', `/imports/${record.id}/rows?perPage=3`),
  })
  const updatePlan = (changes: Partial<ImportPlan>): void => setPlan((before) => ({ ...before, ...changes }))
  const setColumn = (columnIndex: number, field: ImportPlan['columns'][number]): void =>
    updatePlan({ columns: plan.columns.map((one, index) => (index === columnIndex ? field : one)) })
  const columnLabel = (at: number) => record.columns[at] || translate('imports.unnamed', { number: at + 1 })

  const checkPlan = async (): Promise<void> => {
    setBusy(true)
    setFieldErrors({})
    try {
      const [next] = await untypedApi<ImportRecord>('POST', `/imports/${record.id}/check`, plan)
      if (next) onChecked(next)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFieldErrors(
        error.details.length > 0
          ? Object.fromEntries(error.details.map(({ field, message }) => [field, translateMessage(message)]))
          : { columns: translateMessage(translate(error.message, { _: error.message })) },
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
        void checkPlan()
      }}
    >
      <FormControl sx={{ mb: 1 }}>
        <FormLabel id="import-kind">{translate('imports.kind')}</FormLabel>
        <RadioGroup
          row
          aria-labelledby="import-kind"
          value={plan.kind}
          onChange={(_, kind) =>
            updatePlan({
              kind: kind as ImportPlan['kind'],
              columns: plan.columns.map((field) => fieldForKind(field, kind as ImportPlan['kind'])),
            })
          }
        >
          <FormControlLabel value="person" control={<Radio />} label={translate('imports.person')} />
          <FormControlLabel value="company" control={<Radio />} label={translate('imports.company')} />
        </RadioGroup>
      </FormControl>
      {fieldErrors['columns'] && (
        <Alert severity="error" role="alert" sx={{ mb: 1 }}>
          {fieldErrors['columns']}
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
            {plan.columns.map((field, columnIndex) => (
              <TableRow key={columnIndex}>
                <TableCell component="th" scope="row">
                  {columnLabel(columnIndex)}
                </TableCell>
                <TableCell sx={{ color: 'text.secondary', maxWidth: 320, overflowWrap: 'anywhere' }}>
                  {examples
                    .map(({ cells }) => (cells[columnIndex] ?? '').slice(0, 60))
                    .filter((text) => text !== '')
                    .join(' · ')}
                </TableCell>
                <TableCell>
                  <FormControl error={Boolean(fieldErrors[`columns[${columnIndex}]`])} fullWidth>
                    <NativeSelect
                      value={field}
                      onChange={(event) =>
                        setColumn(columnIndex, event.target.value as ImportPlan['columns'][number])
                      }
                      inputProps={{
                        'aria-label': translate('imports.fieldOf', { column: columnLabel(columnIndex) }),
                        'aria-invalid': Boolean(fieldErrors[`columns[${columnIndex}]`]),
                        'aria-describedby': `import-column-${columnIndex}`,
                      }}
                    >
                      <option value="">– {translate('imports.leftOut')} –</option>
                      {fieldsByKind[plan.kind].map((name) => (
                        <option key={name} value={name}>
                          {translate(`imports.fields.${name}`)}
                        </option>
                      ))}
                    </NativeSelect>
                    <FormHelperText id={`import-column-${columnIndex}`}>
                      {fieldErrors[`columns[${columnIndex}]`] ?? ''}
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
          onChange={(_, duplicates) => updatePlan({ duplicates: duplicates as ImportPlan['duplicates'] })}
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
        onChange={(_, chosen) => updatePlan({ categoryIds: chosen.map(({ id }) => id) })}
        renderInput={(input) => <TextField {...input} label={translate('imports.categories')} />}
      />
      <Box>
        <FormControlLabel
          control={
            <Checkbox
              checked={plan.createCategories}
              onChange={(_, createCategories) => updatePlan({ createCategories })}
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
                onChange={(_, createCompanies) => updatePlan({ createCompanies })}
              />
            }
            label={translate('imports.createCompanies')}
          />
        </Box>
      )}
      <Box>
        <FormControlLabel
          control={<Checkbox checked={plan.whole} onChange={(_, whole) => updatePlan({ whole })} />}
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
