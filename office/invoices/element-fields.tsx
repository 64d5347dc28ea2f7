// An element of a new confirmation: article and period.
import DeleteIcon from '@mui/icons-material/Delete'
import { Autocomplete, Box, IconButton, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Answer } from '../shell/api/endpoints.ts'
import { DateInput, TimeInput } from '../shell/form/date-time-inputs.tsx'
import { useFormat } from '../shell/language/format.ts'
import { tabular } from '../shell/theme/tokens.ts'
import { useConfirmationField } from './confirmation-form.ts'

type Article = Answer<'GET', '/invoice-confirmations/article-options'>

interface Props {
  index: number
  articles: readonly Article[]
  /** '' until it is known. */
  price: string
  onRemove: (() => void) | undefined
}

const articleLabel = ({ articleNo, name }: Article): string => [articleNo, name].filter(Boolean).join(' ')

export function ElementRow({ index, articles, price, onRemove }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const article = useConfirmationField(`elements.${index}.articleId`, true)
  const number = index + 1
  return (
    <Box
      role="group"
      aria-label={translate('invoices.element', { number })}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', md: '3fr 1.3fr 1fr 1.3fr 1fr 1.2fr 40px' },
        columnGap: 1,
        alignItems: 'start',
        borderBottom: 1,
        borderColor: 'divider',
        py: 0.5,
      }}
    >
      <Autocomplete
        sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}
        options={articles}
        value={articles.find(({ id }) => id === article.value) ?? null}
        getOptionLabel={articleLabel}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        noOptionsText={translate('invoices.noArticle')}
        onChange={(_event, chosen) => article.change(chosen?.id ?? 0)}
        renderOption={({ key, ...props }, one) => (
          <li key={key} {...props}>
            <div>
              <Typography component="span">{articleLabel(one)}</Typography>
              <Typography variant="body2" color="text.secondary">
                {format.money(one.price, one.currency)}{' '}
                {translate(one.unit === 'day' ? 'invoices.perDay' : 'invoices.perPiece')} ·{' '}
                {format.rate(one.vatRate)}{' '}
                {translate(one.vatIncluded ? 'invoices.included' : 'invoices.excluded')}
              </Typography>
            </div>
          </li>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            inputRef={article.inputRef}
            label={`${translate('invoices.article')} *`}
            error={Boolean(article.error)}
            helperText={article.error}
          />
        )}
      />
      <DateInput source={`elements.${index}.startDate`} label="invoices.startDate" />
      <TimeInput source={`elements.${index}.startTime`} label="invoices.startTime" />
      <DateInput source={`elements.${index}.endDate`} label="invoices.endDate" />
      <TimeInput source={`elements.${index}.endTime`} label="invoices.endTime" />
      <Typography sx={{ textAlign: 'right', pt: 2, ...tabular }}>{price}</Typography>
      <IconButton
        sx={{ mt: 1 }}
        disabled={!onRemove}
        aria-label={translate('invoices.remove', { number })}
        onClick={onRemove}
      >
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
