// The page of an invoice confirmation, which cannot be changed.
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
import { apiHref } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useHasRight } from '../shell/api/session.ts'
import { ChangesPanel } from '../shell/history/changes-panel.tsx'
import { type Format, useFormat } from '../shell/language/format.ts'
import { showProps } from '../shell/page/edit-page.tsx'
import { Sums } from './sums.tsx'

type Confirmation = RecordOf<'invoice-confirmations'>
type Element = Confirmation['elements'][number]

/** Start and end with their times. */
const periodOf = ({ startDate, startTime, endDate, endTime }: Element, format: Format): string =>
  [
    [format.date(startDate), startTime].filter(Boolean).join(' '),
    [endDate === startDate ? '' : format.date(endDate), endTime].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(' – ')

function PdfButton() {
  const translate = useTranslate()
  const language = useLocale()
  const confirmation = useRecordContext<Confirmation>()
  if (!confirmation) return null
  return (
    <Button
      component="a"
      size="small"
      startIcon={<PdfIcon />}
      href={apiHref('/invoice-confirmations/{confirmationId}/pdf', {
        params: { confirmationId: confirmation.id },
        query: { language: language === 'en' ? 'en' : 'de' },
      })}
      target="_blank"
      rel="noopener"
    >
      {translate('invoices.pdf')}
    </Button>
  )
}

function Elements({ elements }: { elements: readonly Element[] }) {
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
              <TableCell align="right">{format.rate(one.vatRate)}</TableCell>
              <TableCell align="right">
                {format.money(one.totalPrice, one.currency)}
                <Typography variant="body2" color="text.secondary">
                  {translate(one.vatIncluded ? 'invoices.included' : 'invoices.excluded')}
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
  const confirmation = useRecordContext<Confirmation>()
  if (!confirmation) return null
  const [first, ...further] = confirmation.addressLines
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
            <Link component={RouterLink} to={`/contacts/${confirmation.contactId}/show`}>
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
            {translate('invoices.createdAt', {
              moment: format.dateTime(confirmation.createdAt),
              name: confirmation.createdByName,
            })}
          </Typography>
          <Typography>{translate('invoices.sender', { name: confirmation.senderName })}</Typography>
          {confirmation.reference && (
            <Typography>
              {`${translate('resources.orders.fields.invoiceReference')}: ${confirmation.reference}`}
            </Typography>
          )}
          {confirmation.dateId > 0 && (
            <Typography>
              <Link component={RouterLink} underline="always" to={`/dates/${confirmation.dateId}`}>
                {confirmation.dateTitle}
              </Link>
              {` · ${format.span(confirmation.startDate, confirmation.endDate)}`}
            </Typography>
          )}
        </Box>
      </Stack>
      <Elements elements={confirmation.elements} />
      <Box sx={{ mt: 3 }}>
        <Sums taxes={confirmation.taxes} totals={confirmation.totals} />
      </Box>
      <Card sx={{ mt: 4 }}>
        <CardContent>
          <Typography variant="h6" component="h2" gutterBottom>
            {translate('shell.changes.title')}
          </Typography>
          <ChangesPanel subject="invoice_confirmation" id={confirmation.id} />
        </CardContent>
      </Card>
    </CardContent>
  )
}

function Title() {
  const translate = useTranslate()
  const confirmation = useRecordContext<Confirmation>()
  return confirmation ? <span>{translate('invoices.title', { number: confirmation.id })}</span> : null
}

export const ConfirmationShow = () => (
  <Show
    {...showProps}
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
