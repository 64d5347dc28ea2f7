// One element of a confirmation to be made: article, from when to when.
import DeleteIcon from '@mui/icons-material/Delete'
import { Autocomplete, Box, IconButton, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Static } from 'typebox'
import type { ArticleChoice } from '../../server/invoices/confirmation.schema.ts'
import { useFormat } from '../shell/app/format.ts'

export type Article = Static<typeof ArticleChoice>

export interface ElementFields {
  key: number
  article: Article | null
  dateStart: string
  timeStart: string
  dateEnd: string
  timeEnd: string
}

interface Props {
  element: ElementFields
  number: number
  articles: readonly Article[]
  /** What it comes to, once it is known. */
  price: string
  /** Faults by the name of the field. */
  fieldErrors: Readonly<Record<string, string | undefined>>
  onChange: (element: ElementFields) => void
  onRemove?: (() => void) | undefined
}

const label = ({ articleNo, name }: Article): string => [articleNo, name].filter(Boolean).join(' ')

export function ElementRow({ element, number, articles, price, fieldErrors, onChange, onRemove }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const day = (name: 'dateStart' | 'timeStart' | 'dateEnd' | 'timeEnd', type: 'date' | 'time') => (
    <TextField
      type={type}
      label={translate(`invoices.${name}`)}
      value={element[name]}
      onChange={(event) => onChange({ ...element, [name]: event.target.value })}
      error={Boolean(fieldErrors[name])}
      helperText={fieldErrors[name]}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
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
        value={element.article}
        getOptionLabel={label}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        noOptionsText={translate('invoices.noArticle')}
        onChange={(_event, article) => onChange({ ...element, article })}
        renderOption={({ key, ...props }, article) => (
          <li key={key} {...props}>
            <div>
              <Typography component="span">{label(article)}</Typography>
              <Typography variant="body2" color="text.secondary">
                {format.money(article.price, article.currency)}{' '}
                {translate(article.unit === 'day' ? 'invoices.perDay' : 'invoices.perPiece')} ·{' '}
                {format.percent(article.taxAmount / 100)}{' '}
                {translate(article.taxIncluded ? 'invoices.included' : 'invoices.excluded')}
              </Typography>
            </div>
          </li>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            required
            label={translate('invoices.article')}
            error={Boolean(fieldErrors['resId'])}
            helperText={fieldErrors['resId']}
          />
        )}
      />
      {day('dateStart', 'date')}
      {day('timeStart', 'time')}
      {day('dateEnd', 'date')}
      {day('timeEnd', 'time')}
      <Typography sx={{ textAlign: 'right', pt: 2, fontVariantNumeric: 'tabular-nums' }}>{price}</Typography>
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
