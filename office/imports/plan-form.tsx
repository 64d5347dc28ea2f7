// The plan of an import: the fields of the columns, and the options.

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
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import { isPerson } from '../../server/addresses/contact-types.ts'
import { findingKinds } from '../../server/imports/finding-kinds.ts'
import {
  duplicateOptionNames,
  type ImportedType,
  importedTypeNames,
  importedTypes,
} from '../../server/imports/imported-types.ts'
import { useContactOptions } from '../addresses/options.ts'
import { useAction } from '../shell/api/action.ts'
import { type ApiError, api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { Findings } from './findings.tsx'

type ImportRecord = RecordOf<'imports'>
type Plan = ImportRecord['plan']
type Field = Plan['columns'][number]

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
] as const satisfies readonly Field[]
const fieldsOf = (contactType: ImportedType): readonly Field[] => [
  ...importedTypes[contactType].ownFields,
  ...contactDetailFields,
]

/** The fields of columns after the contact type has changed: the column with the name is kept. */
function fieldsForType(columns: readonly Field[], former: ImportedType, contactType: ImportedType): Field[] {
  const { companyField, nameFields } = importedTypes[former]
  const name = [companyField, ...nameFields].find((field) => columns.includes(field))
  return columns.map((field) =>
    field !== '' && field === name
      ? importedTypes[contactType].companyField
      : fieldsOf(contactType).includes(field)
        ? field
        : '',
  )
}

interface Props {
  record: ImportRecord
  onChecked: (record: ImportRecord) => void
}

interface OptionProps {
  control: Control<Plan>
  name: 'createCategories' | 'createCompanies' | 'padZips' | 'allOrNothing'
}

function OptionCheckbox({ control, name }: OptionProps) {
  const translate = useTranslate()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Box>
          <FormControlLabel
            control={<Checkbox checked={value} onChange={onChange} />}
            label={translate(`imports.${name}`)}
          />
        </Box>
      )}
    />
  )
}

interface ContactTypeProps {
  value: ImportedType
  onChange: (contactType: ImportedType) => void
}

function ContactTypeChoice({ value, onChange }: ContactTypeProps) {
  const translate = useTranslate()
  return (
    <FormControl sx={{ mb: 1 }}>
      <FormLabel id="import-contact-type">{translate('imports.contactType')}</FormLabel>
      <RadioGroup row aria-labelledby="import-contact-type" value={value}>
        {importedTypeNames.map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio onChange={() => onChange(one)} />}
            label={translate(`imports.${one}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

interface ColumnTableProps {
  record: ImportRecord
  control: Control<Plan>
  contactType: ImportedType
  columnCount: number
  columnLabel: (at: number) => string
}

/** The columns of the file with examples, and the field of each. */
function ColumnTable({ record, control, contactType, columnCount, columnLabel }: ColumnTableProps) {
  const translate = useTranslate()
  const { data: examples = [] } = useQuery({
    queryKey: ['import-examples', record.id],
    queryFn: () =>
      api('GET', '/imports/{importId}/rows', { params: { importId: record.id }, query: { perPage: 3 } }),
  })
  return (
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
          {Array.from({ length: columnCount }, (_, index) => (
            <TableRow key={index}>
              <TableCell component="th" scope="row">
                {columnLabel(index)}
              </TableCell>
              <TableCell sx={{ color: 'text.secondary', maxWidth: 320, overflowWrap: 'anywhere' }}>
                {examples
                  .map(({ cells }) => (cells[index] ?? '').slice(0, 60))
                  .filter((text) => text !== '')
                  .join(' · ')}
              </TableCell>
              <TableCell>
                <Controller
                  control={control}
                  name={`columns.${index}`}
                  render={({ field: { value, onChange }, fieldState: { error } }) => (
                    <FormControl error={error !== undefined} fullWidth>
                      <NativeSelect
                        value={value}
                        onChange={onChange}
                        inputProps={{
                          'aria-label': translate('imports.fieldOf', { column: columnLabel(index) }),
                          'aria-invalid': error !== undefined,
                          'aria-describedby': `import-column-${index}`,
                        }}
                      >
                        <option value="">– {translate('imports.leftOut')} –</option>
                        {fieldsOf(contactType).map((name) => (
                          <option key={name} value={name}>
                            {translate(`imports.fields.${name}`)}
                          </option>
                        ))}
                      </NativeSelect>
                      <FormHelperText id={`import-column-${index}`}>{error?.message ?? ''}</FormHelperText>
                    </FormControl>
                  )}
                />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function DuplicateChoice({ control }: { control: Control<Plan> }) {
  const translate = useTranslate()
  return (
    <FormControl sx={{ mb: 2, display: 'block' }}>
      <FormLabel id="import-on-duplicate">{translate('imports.onDuplicate')}</FormLabel>
      <Controller
        control={control}
        name="onDuplicate"
        render={({ field: { value, onChange } }) => (
          <RadioGroup aria-labelledby="import-on-duplicate" value={value} onChange={onChange}>
            {duplicateOptionNames.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio size="small" />}
                label={translate(`imports.${one}`)}
              />
            ))}
          </RadioGroup>
        )}
      />
      <FormHelperText sx={{ mx: 0 }}>{translate('imports.onDuplicateHelp')}</FormHelperText>
    </FormControl>
  )
}

function CategoriesInput({ control }: { control: Control<Plan> }) {
  const translate = useTranslate()
  const { categories } = useContactOptions()
  return (
    <Controller
      control={control}
      name="categoryIds"
      render={({ field: { value, onChange } }) => (
        <Autocomplete
          multiple
          size="small"
          sx={{ maxWidth: 560, mb: 1 }}
          options={categories}
          getOptionLabel={({ name }) => name}
          value={categories.filter(({ id }) => value.includes(id))}
          onChange={(_, chosen) => onChange(chosen.map(({ id }) => id))}
          renderInput={(input) => <TextField {...input} label={translate('imports.categories')} />}
        />
      )}
    />
  )
}

export function PlanForm({ record, onChecked }: Props) {
  const translate = useTranslate()
  const { control, handleSubmit, getValues, setValue, setError, clearErrors, formState } = useForm<Plan>({
    defaultValues: record.plan,
  })
  const [contactType, columns] = useWatch({ control, name: ['contactType', 'columns'] })
  /** Shows errors at their columns, all others above the table. */
  const showErrors = ({ details }: ApiError): boolean => {
    for (const { field, message } of details) {
      const column = /^columns\[(\d+)\]$/.exec(field)?.[1]
      setError(column === undefined ? 'root.plan' : `columns.${Number(column)}`, { type: 'server', message })
    }
    return details.length > 0
  }
  const { run, busy } = useAction(
    (plan: Plan) => api('POST', '/imports/{importId}/check', { params: { importId: record.id }, body: plan }),
    { onSuccess: ([next]) => next && onChecked(next), onError: showErrors },
  )
  const check = handleSubmit(async (plan) => {
    await run(plan)
  })
  const changeType = (next: ImportedType): void => {
    setValue('contactType', next)
    setValue('columns', fieldsForType(getValues('columns'), contactType, next))
  }
  const columnLabel = (at: number) => record.columns[at] || translate('imports.unnamed', { number: at + 1 })
  const asksForZips = record.findings.some(({ kind }) => findingKinds[kind].option === 'padZips')
  const planError = formState.errors.root?.['plan']?.message

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        clearErrors()
        void check(event)
      }}
    >
      <ContactTypeChoice value={contactType} onChange={changeType} />
      {planError && (
        <Alert severity="error" role="alert" sx={{ mb: 1 }}>
          {planError}
        </Alert>
      )}
      <Findings record={record} control={control} columnLabel={columnLabel} />
      <ColumnTable
        columnLabel={columnLabel}
        record={record}
        control={control}
        contactType={contactType}
        columnCount={columns.length}
      />
      <DuplicateChoice control={control} />
      <CategoriesInput control={control} />
      <OptionCheckbox control={control} name="createCategories" />
      {isPerson(contactType) && columns.includes('company') && (
        <OptionCheckbox control={control} name="createCompanies" />
      )}
      {columns.includes('zip') && !asksForZips && <OptionCheckbox control={control} name="padZips" />}
      <OptionCheckbox control={control} name="allOrNothing" />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 1 }}>
        <Button type="submit" variant="contained" disabled={busy}>
          {translate('imports.checkNow')}
        </Button>
        <Typography color="text.secondary">{translate('imports.checkHelp')}</Typography>
      </Box>
    </Box>
  )
}
