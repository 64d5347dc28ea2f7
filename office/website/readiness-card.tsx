// The checklist before the pages for visitors are opened, and the notice of the start page.
import { Alert, Button, Card, CardContent, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'

type Item = Answer<'GET', '/website-readiness'>

function ItemLine({ item, isDone, path }: Item) {
  const translate = useTranslate()
  return (
    <Typography component="li" sx={{ py: 0.5 }}>
      <Link component={RouterLink} to={path} underline="always">
        {translate(`website.ready.items.${item}`)}
      </Link>
      {': '}
      <Typography component="span" color={isDone ? 'success.main' : 'error.main'} sx={{ fontWeight: 600 }}>
        {translate(isDone ? 'website.ready.done' : 'website.ready.missing')}
      </Typography>
      {!isDone && ` – ${translate(`website.ready.because.${item}`)}`}
    </Typography>
  )
}

/** @param version of the settings, after whose change the list is read again */
export function ReadinessCard({ version }: { version: number }) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['website-readiness', version],
    queryFn: () => api('GET', '/website-readiness'),
  })
  if (!data) return null
  return (
    <Card component="section" aria-labelledby="website-readiness" sx={{ m: 2 }}>
      <CardContent>
        <Typography variant="h2" id="website-readiness">
          {translate('website.ready.title')}
        </Typography>
        {data.every(({ isDone }) => isDone) ? (
          <Typography>{translate('website.ready.allDone')}</Typography>
        ) : (
          <Stack component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
            {data.map((item) => (
              <ItemLine key={item.item} {...item} />
            ))}
          </Stack>
        )}
      </CardContent>
    </Card>
  )
}

/** The pages are on, and the law asks for more. */
export function MissingLegalItems({ items }: { items: readonly Item['item'][] }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="warning"
      action={
        <Button component={RouterLink} to="/website-pages" color="inherit" size="small">
          {translate('website.ready.open')}
        </Button>
      }
    >
      {translate('website.ready.warning', {
        items: items.map((item) => translate(`website.ready.items.${item}`)).join(', '),
      })}
    </Alert>
  )
}
