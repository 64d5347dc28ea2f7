// Merges two contacts: for each field that differs, one of the values is chosen.

import {
  Alert,
  Box,
  FormControlLabel,
  Button as MuiButton,
  Radio,
  RadioGroup,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { AutocompleteInput, Form, Loading, ReferenceInput, Title, useRedirect } from 'react-admin'
import { Controller, useForm } from 'react-hook-form'
import { useParams, useSearchParams } from 'react-router-dom'
import { contactTypes, isCompany, isLocation } from '../../server/addresses/contact-types.ts'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { BodyOf, RecordOf } from '../shell/api/endpoints.ts'
import { byRelevance } from '../shell/form/reference-inputs.tsx'

type ContactRecord = RecordOf<'contacts'>
type Choices = BodyOf<'POST', '/contacts/{contactId}/merge'>['choices']
type MergeField = Exclude<keyof Choices, 'imageUrl'>

const defaultOf = <T extends { isDefault?: boolean }>(all: T[]): T | undefined =>
  all.find((one) => one.isDefault)
const phone = (record: ContactRecord, type: string): string => {
  const one = defaultOf(record.phones.filter((each) => each.type === type))
  return one
    ? [one.countryCode && `+${one.countryCode}`, one.areaCode, one.number].filter(Boolean).join(' ')
    : ''
}

/** The fields that are chosen, and their text. */
const fields: Record<MergeField, (record: ContactRecord) => string> = {
  salutation: (r) => r.salutation,
  title: (r) => r.title,
  firstName: (r) => r.firstName,
  lastName: (r) => r.lastName,
  name2: (r) => r.name2,
  company: (r) => (isCompany(r.contactType) ? '' : r.company),
  defaultEmail: (r) => defaultOf(r.emails)?.email ?? '',
  defaultPhone: (r) => phone(r, 'phone'),
  defaultMobile: (r) => phone(r, 'mobile'),
  defaultFax: (r) => phone(r, 'fax'),
  defaultAddress: (r) => {
    const one = defaultOf(r.addresses)
    return r.printedAddresses.find(({ addressId }) => addressId === one?.id)?.lines.join(', ') ?? ''
  },
  website: (r) => r.website,
  language: (r) => r.language,
  comment: (r) => r.comment,
}

const toSearchFilter = (q: string) => ({ q })

function useContactRecord(id: string | null | undefined) {
  return useQuery({
    queryKey: ['merge-record', id],
    queryFn: async () =>
      (await api('GET', '/contacts/{contactId}', { params: { contactId: Number(id) } }))[0],
    enabled: Boolean(id),
    staleTime: 0,
  })
}

const fieldNames = Object.keys(fields) as MergeField[]
const differ = (name: MergeField, into: ContactRecord, from: ContactRecord): boolean =>
  fields[name](into) !== fields[name](from)

/** Of each field that differs the value of the remaining contact, unless it has none; both comments. */
function defaultChoices(into: ContactRecord, from: ContactRecord): Choices {
  const choices: Choices = {}
  for (const name of fieldNames.filter((each) => differ(each, into, from)))
    if (name === 'comment' && into.comment && from.comment) choices.comment = 'both'
    else choices[name] = fields[name](into) ? 'into' : 'from'
  return choices
}

function MergeForm({ into, from }: { into: ContactRecord; from: ContactRecord }) {
  const translate = useTranslate()
  const redirect = useRedirect()
  const { control, handleSubmit } = useForm<Choices>({ defaultValues: defaultChoices(into, from) })
  const textOf = (name: MergeField, record: ContactRecord): string => {
    const text = fields[name](record)
    if (text === '') return translate('contacts.merge.empty')
    if (name === 'language') return translate(`contacts.language.${text}`)
    return name === 'salutation' ? translate(`contacts.salutation.${text}`) : text
  }
  const differingFields = fieldNames.filter((name) => differ(name, into, from))
  const { run, busy } = useAction(
    (choices: Choices) =>
      api('POST', '/contacts/{contactId}/merge', {
        params: { contactId: into.id },
        body: { fromId: from.id, version: into.version, fromVersion: from.version, choices },
      }),
    {
      success: 'contacts.merge.done',
      refresh: 'page',
      onSuccess: () => redirect('show', contactTypes[into.contactType].resource, into.id),
    },
  )
  const merge = handleSubmit(async (choices) => {
    await run(choices)
  })
  return (
    <>
      <Alert severity="info" sx={{ my: 2 }}>
        {translate('contacts.merge.text', {
          into: `${into.name} (${into.id})`,
          from: `${from.name} (${from.id})`,
        })}
      </Alert>
      <TableContainer>
        <Table size="small" aria-label={translate('contacts.merge.title')}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('contacts.merge.field')}</TableCell>
              <TableCell>{translate('contacts.merge.choose')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {differingFields.map((name) => {
              const label = translate(`resources.contacts.fields.${name}`)
              return (
                <TableRow key={name}>
                  <TableCell component="th" scope="row">
                    {label}
                  </TableCell>
                  <TableCell>
                    <Controller
                      control={control}
                      name={name}
                      render={({ field: { value, onChange } }) => (
                        <RadioGroup row aria-label={label} value={value} onChange={onChange}>
                          <FormControlLabel
                            value="into"
                            control={<Radio size="small" />}
                            label={textOf(name, into)}
                          />
                          <FormControlLabel
                            value="from"
                            control={<Radio size="small" />}
                            label={textOf(name, from)}
                          />
                          {name === 'comment' && (
                            <FormControlLabel
                              value="both"
                              control={<Radio size="small" />}
                              label={translate('contacts.merge.both')}
                            />
                          )}
                        </RadioGroup>
                      )}
                    />
                  </TableCell>
                </TableRow>
              )
            })}
            {differingFields.length === 0 && (
              <TableRow>
                <TableCell colSpan={2}>{translate('contacts.merge.same')}</TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
      </TableContainer>
      <Box sx={{ mt: 2, display: 'flex', gap: 1 }}>
        <MuiButton variant="contained" loading={busy} onClick={merge}>
          {translate('contacts.merge.do')}
        </MuiButton>
      </Box>
    </>
  )
}

export function MergePage() {
  const translate = useTranslate()
  const { id } = useParams()
  const [search, setSearch] = useSearchParams()
  const other = search.get('from')
  const { data: into, error } = useContactRecord(id)
  const { data: from, error: otherError } = useContactRecord(other)
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!into) return <Loading />
  return (
    <Box sx={{ maxWidth: 1000, my: 2 }}>
      <Title title="contacts.merge.title" />
      <Typography variant="h1">{translate('contacts.merge.into', { name: into.name })}</Typography>
      <Form>
        <ReferenceInput
          source="fromId"
          reference={contactTypes[into.contactType].resource}
          sort={byRelevance}
          filter={isLocation(into.contactType) ? { contactType: into.contactType } : {}}
        >
          <AutocompleteInput
            label="contacts.merge.other"
            optionText={(one: { name: string; company?: string; city?: string; id: number }) =>
              [one.name, one.company, one.city, `Nr. ${one.id}`].filter(Boolean).join(' · ')
            }
            filterToQuery={toSearchFilter}
            defaultValue={other ? Number(other) : undefined}
            onChange={(value: unknown) => setSearch(value ? { from: String(value) } : {})}
          />
        </ReferenceInput>
      </Form>
      {otherError && <Alert severity="error">{otherError.message}</Alert>}
      {from && <MergeForm key={`${from.id} ${from.version} ${into.version}`} into={into} from={from} />}
    </Box>
  )
}
