// An invoice confirmation as it was made: nothing of it changes any more.
import PdfIcon from '@mui/icons-material/PictureAsPdf'
import {
  Box,
  Button,
  Card,
  CardContent,
  Link,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useLocale, useRecordContext, useTranslate } from 'ra-core'
import { Show, TopToolbar } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Confirmation, OfficeElement } from '../../server/invoices/confirmation.schema.ts'
import { apiUrl } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { type Format, useFormat } from '../shell/app/format.ts'
import { fullRecordQuery } from '../shell/form/edit-page.tsx'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { Sums } from './sums.tsx'

/** From when to when, times with it. */
const periodOf = ({ dateStart, timeStart, dateEnd, timeEnd }: OfficeElement, format: Format): string =>
  [
    [format.date(dateStart), timeStart].filter(Boolean).join(' '),
    [dateEnd === dateStart ? '' : format.date(dateEnd), timeEnd].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(' – ')

function PdfButton() {
  const translate = useTranslate()
  const language = useLocale()
  const one = useRecordContext<Confirmation>()
  if (!one) return null
  return (
    <Button
      component="a"
      size="small"
      startIcon={<PdfIcon />}
      href={apiUrl(`/invoice-confirmations/${one.id}/pdf?language=${language}`)}
      target="_blank"
      rel="noopener"
    >
      {translate('invoices.pdf')}
    </Button>
  )
}

function Elements({ elements }: { elements: readonly OfficeElement[] }) {
  const translate = useTranslate()
  const format = useFormat()
  return (
    <TableContainer>
      <Table size="small" aria-label={translate('invoices.elements')}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('invoices.article')}</TableCell>
            <TableCell>{translate('invoices.period')}</TableCell>
            <TableCell align="right">{translate('invoices.tax')}</TableCell>
            <TableCell align="right">{translate('invoices.price')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {elements.map((one) => (
            <TableRow key={one.id}>
              <TableCell>
                {one.content || one.name}
                {one.description && (
                  <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: 'pre-line' }}>
                    {one.description}
                  </Typography>
                )}
              </TableCell>
              <TableCell>{periodOf(one, format)}</TableCell>
              <TableCell align="right">{format.percent(one.taxAmount / 100)}</TableCell>
              <TableCell align="right">
                {format.money(one.priceTotal, one.currency)}
                <Typography variant="body2" color="text.secondary">
                  {translate(one.taxIncluded ? 'invoices.included' : 'invoices.excluded')}
                </Typography>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function Page() {
  const translate = useTranslate()
  const format = useFormat()
  const seesPersons = useHasRight('090300:access')
  const one = useRecordContext<Confirmation>()
  if (!one) return null
  const [first, ...further] = one.address
  return (
    <CardContent>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        spacing={4}
        sx={{ justifyContent: 'space-between', mb: 3 }}
      >
        <Box component="address" sx={{ fontStyle: 'normal' }}>
          <Typography variant="overline" component="h2">
            {translate('invoices.receiver')}
          </Typography>
          {seesPersons ? (
            <Link component={RouterLink} to={`/contacts/${one.contactId}`}>
              {first}
            </Link>
          ) : (
            <Typography>{first}</Typography>
          )}
          {further.map((line) => (
            <Typography key={line}>{line}</Typography>
          ))}
        </Box>
        <Box>
          <Typography>
            {translate('invoices.madeAt', { moment: format.dateTime(one.createdAt), name: one.createdBy })}
          </Typography>
          <Typography>{translate('invoices.sender', { name: one.sender })}</Typography>
          {one.dateId > 0 && (
            <Typography>
              <Link component={RouterLink} underline="always" to={`/dates/${one.dateId}`}>
                {one.eventTitle}
              </Link>
              {` · ${format.span(one.startDate, one.endDate)}`}
            </Typography>
          )}
        </Box>
      </Stack>
      <Elements elements={one.elements} />
      <Box sx={{ mt: 3 }}>
        <Sums taxes={one.taxes} totals={one.totals} />
      </Box>
      <Card sx={{ mt: 4 }}>
        <CardContent>
          <Typography variant="h6" component="h2" gutterBottom>
            {translate('shell.changes.title')}
          </Typography>
          <ChangesPanel subject="invoice_confirmation" id={one.id} />
        </CardContent>
      </Card>
    </CardContent>
  )
}

function Title() {
  const translate = useTranslate()
  const one = useRecordContext<Confirmation>()
  return one ? <span>{translate('invoices.title', { number: one.id })}</span> : null
}

export const ConfirmationShow = () => (
  <Show
    queryOptions={fullRecordQuery}
    title={<Title />}
    actions={
      <TopToolbar>
        <PdfButton />
      </TopToolbar>
    }
  >
    <Page />
  </Show>
)
