// The look-up lists with their values.
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Button,
  Stack,
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
import { useState } from 'react'
import { Title } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { ConfirmButton } from '../shell/form/confirm-button.tsx'
import { CodeList, TechnicalDetails } from '../shell/page/technical-details.tsx'
import { type Lookup, LookupDialog, type LookupValue, lookupsKey } from './lookup-dialog.tsx'

function LookupMeanings({ list, value }: { list: Lookup; value: LookupValue }) {
  const translate = useTranslate()
  const meaningTexts = list.meanings.flatMap(({ name, options }) => {
    const meaning = value.meaning[name]
    if (options.length > 0) return [translate(`lookups.fields.${name}_${meaning}`, { _: String(meaning) })]
    return meaning ? [translate(`lookups.fields.${name}`, { _: name })] : []
  })
  return <>{meaningTexts.join(', ') || '–'}</>
}

function Values({ list }: { list: Lookup }) {
  const translate = useTranslate()
  const [editing, setEditing] = useState<LookupValue | 'new'>()
  const { run: remove } = useAction(
    ({ key }: LookupValue) => api('DELETE', '/lookups/{list}/{key}', { params: { list: list.id, key } }),
    { success: 'lookups.deleted', refresh: [lookupsKey] },
  )
  return (
    <>
      <TableContainer>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('lookups.fields.name')}</TableCell>
              <TableCell>{translate('lookups.meaning')}</TableCell>
              <TableCell aria-label={translate('lookups.actions')} />
            </TableRow>
          </TableHead>
          <TableBody>
            {list.values.map((value) => (
              <TableRow key={value.key}>
                <TableCell component="th" scope="row">
                  {value.name}
                </TableCell>
                <TableCell>
                  <LookupMeanings list={list} value={value} />
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  <Button
                    onClick={() => setEditing(value)}
                    aria-label={translate('lookups.editOne', { name: value.name })}
                  >
                    {translate('lookups.edit')}
                  </Button>
                  {!value.isBuiltIn && (
                    <ConfirmButton
                      label="lookups.delete"
                      title="lookups.deleteTitle"
                      text="lookups.deleteText"
                      color="error"
                      onConfirm={() => remove(value)}
                    />
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Button variant="outlined" sx={{ mt: 1 }} onClick={() => setEditing('new')}>
        {translate('lookups.add')}
      </Button>
      <TechnicalDetails>
        <CodeList codes={list.values.map(({ name, key }) => ({ name, code: key }))} />
      </TechnicalDetails>
      {editing && (
        <LookupDialog
          list={list}
          value={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

export function LookupsPage() {
  const translate = useTranslate()
  const { data: lists = [] } = useQuery({ queryKey: lookupsKey, queryFn: () => api('GET', '/lookups') })
  return (
    <Stack spacing={1} sx={{ mt: 2, maxWidth: 980 }}>
      <Title title="lookups.title" />
      <Typography color="textSecondary">{translate('lookups.text')}</Typography>
      {lists.map((list) => (
        <Accordion
          key={list.id}
          variant="outlined"
          disableGutters
          slotProps={{ transition: { unmountOnExit: true } }}
        >
          <AccordionSummary
            expandIcon={<ExpandMoreIcon />}
            sx={{ '& .MuiAccordionSummary-content': { flexDirection: { xs: 'column', sm: 'row' } } }}
          >
            <Typography component="span" sx={{ fontWeight: 600, flex: { sm: '0 0 240px' } }}>
              {translate(`lookups.lists.${list.id}`, { _: list.id })}
            </Typography>
            <Typography component="span" color="textSecondary">
              {list.values.map(({ name }) => name).join(', ')}
            </Typography>
          </AccordionSummary>
          <AccordionDetails>
            <Values list={list} />
          </AccordionDetails>
        </Accordion>
      ))}
    </Stack>
  )
}
