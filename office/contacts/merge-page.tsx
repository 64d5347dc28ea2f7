// Two contacts side by side: for each field which value stays.
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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { AutocompleteInput, Form, Loading, ReferenceInput, Title, useNotify, useRedirect } from 'react-admin'
import { useParams, useSearchParams } from 'react-router-dom'
import type { ContactRecord } from '../../server/addresses/record.office.ts'
import { untypedApi } from '../shell/api/api.ts'
import { useServerMessage } from '../shell/api/server-message.ts'
import { resourceOf } from './contact-page.tsx'

type MergeSide = 'into' | 'from' | 'both'

const defaultOf = <T extends { isDefault?: boolean }>(all: T[]): T | undefined =>
  all.find((one) => one.isDefault)
const phone = (record: ContactRecord, type: string): string => {
  const one = defaultOf(record.phones.filter((each) => each.type === type))
  return one
    ? [one.countryCode && `+${one.countryCode}`, one.areaCode, one.number].filter(Boolean).join(' ')
    : ''
}

/** What is chosen, and how it reads. */
const fields: Record<string, (record: ContactRecord) => string> = {
  salutation: (r) => r.salutation,
  title: (r) => r.title,
  firstName: (r) => r.firstName,
  lastName: (r) => r.lastName,
  name2: (r) => r.name2,
  company: (r) => (r.contactType === 'company' ? '' : r.company),
  defaultEmail: (r) => defaultOf(r.emails)?.email ?? '',
  defaultPhone: (r) => phone(r, 'phone'),
  defaultMobile: (r) => phone(r, 'mobile'),
  defaultFax: (r) => phone(r, 'fax'),
  defaultAddress: (r) => {
    const one = defaultOf(r.addresses)
    return one
      ? [one.street && `${one.street} ${one.houseNumber}`, `${one.zip} ${one.city}`]
          .map((text) => text?.trim())
          .filter(Boolean)
          .join(', ')
      : ''
  },
  website: (r) => r.website,
  comment: (r) => r.comment,
}

const toSearchFilter = (q: string) => ({ q })

function useContactRecord(id: string | null | undefined) {
  return useQuery({
    queryKey: ['merge-record', id],
    queryFn: async () => (await untypedApi<ContactRecord>('GET', `/contacts/${id}`))[0],
    enabled: Boolean(id),
    staleTime: 0,
  })
}

function MergeForm({ into, from }: { into: ContactRecord; from: ContactRecord }) {
  const translate = useTranslate()
  const notify = useNotify()
  const redirect = useRedirect()
  const translateMessage = useServerMessage()
  const client = useQueryClient()
  const [choice, setChoice] = useState<Record<string, MergeSide>>({})
  const [busy, setBusy] = useState(false)
  const differingFields = Object.entries(fields).filter(
    ([, read]) => read(into) !== read(from) && (read(into) || read(from)),
  )
  const sideOf = (name: string, read: (record: ContactRecord) => string): MergeSide =>
    choice[name] ?? (name === 'comment' && read(into) && read(from) ? 'both' : read(into) ? 'into' : 'from')
  const merge = async (): Promise<void> => {
    setBusy(true)
    try {
      await untypedApi('POST', `/contacts/${into.id}/merge`, {
        fromId: from.id,
        version: into.version,
        fromVersion: from.version,
        choice: Object.fromEntries(differingFields.map(([name, read]) => [name, sideOf(name, read)])),
      })
      await client.invalidateQueries()
      notify('contacts.merge.done', { type: 'success' })
      redirect('show', resourceOf(into), into.id)
    } catch (error) {
      notify(translateMessage((error as Error).message), { type: 'error' })
      setBusy(false)
      await client.invalidateQueries({ queryKey: ['merge-record'] })
    }
  }
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
            {differingFields.map(([name, read]) => {
              const label = translate(`contacts.merge.fields.${name}`)
              const shown = (value: string) =>
                value === ''
                  ? translate('contacts.merge.empty')
                  : name === 'salutation'
                    ? translate(`contacts.salutation.${value}`)
                    : value
              return (
                <TableRow key={name}>
                  <TableCell component="th" scope="row">
                    {label}
                  </TableCell>
                  <TableCell>
                    <RadioGroup
                      row
                      aria-label={label}
                      value={sideOf(name, read)}
                      onChange={(_, value) => setChoice({ ...choice, [name]: value as MergeSide })}
                    >
                      <FormControlLabel
                        value="into"
                        control={<Radio size="small" />}
                        label={shown(read(into))}
                      />
                      <FormControlLabel
                        value="from"
                        control={<Radio size="small" />}
                        label={shown(read(from))}
                      />
                      {name === 'comment' && (
                        <FormControlLabel
                          value="both"
                          control={<Radio size="small" />}
                          label={translate('contacts.merge.both')}
                        />
                      )}
                    </RadioGroup>
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
  if (error) return <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>
  if (!into) return <Loading />
  return (
    <Box sx={{ maxWidth: 1000, my: 2 }}>
      <Title title="contacts.merge.title" />
      <Typography variant="h1">{translate('contacts.merge.into', { name: into.name })}</Typography>
      <Form>
        <ReferenceInput
          source="fromId"
          reference={resourceOf(into)}
          filter={into.contactType === 'location' ? { type: 'location' } : {}}
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
      {otherError && (
        <Alert severity="error">{translate(otherError.message, { _: otherError.message })}</Alert>
      )}
      {from && <MergeForm key={`${from.id} ${from.version} ${into.version}`} into={into} from={from} />}
    </Box>
  )
}
