// The checklist before the pages for visitors are opened.
import { Card, CardContent, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { Button } from '../shell/form/button.tsx'

type Item = Answer<'GET', '/website-readiness'>

/** Makes a draft of the starting text, and opens it. */
function StartButton({ name, clientId }: { name: Exclude<Item['startingText'], ''>; clientId: number }) {
  const navigate = useNavigate()
  const { run, busy } = useAction(() => api('POST', '/starting-texts', { body: { name, clientId } }), {
    onSuccess: ([draft]) => navigate(draft!.path),
  })
  return <Button label="website.ready.start" size="small" disabled={busy} onClick={() => void run()} />
}

/** Those that are a field of the page with the checklist. */
const fields: Partial<Record<Item['item'], string>> = { vatNote: 'vatNote', payment: 'paymentText' }

function ItemLink({ item, path }: Pick<Item, 'item' | 'path'>) {
  const label = useTranslate()(`website.ready.items.${item}`)
  const field = fields[item]
  return field ? (
    <Link
      component="button"
      type="button"
      underline="always"
      sx={{ font: 'inherit', verticalAlign: 'baseline' }}
      onClick={() => document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()}
    >
      {label}
    </Link>
  ) : (
    <Link component={RouterLink} to={path} underline="always">
      {label}
    </Link>
  )
}

function ItemLine({ item, isDone, isDraft, clientId, clientName, startingText, path }: Item) {
  const translate = useTranslate()
  const [state, color] = isDone
    ? ['done', 'success.main']
    : isDraft
      ? ['draft', 'warning.main']
      : ['missing', 'error.main']
  const reason = isDraft ? 'isDraft' : `because.${item}`
  return (
    <Typography component="li" sx={{ py: 0.5 }}>
      <ItemLink item={item} path={path} />
      {': '}
      <Typography component="span" sx={{ color, fontWeight: 600 }}>
        {translate(`website.ready.${state}`)}
      </Typography>
      {clientName && ` ${translate('website.ready.ofClient', { name: clientName })}`}
      {!isDone && ` – ${translate(`website.ready.${reason}`)} `}
      {startingText && <StartButton name={startingText} clientId={clientId} />}
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
        {data.some(({ startingText }) => startingText !== '') && (
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            {translate('website.ready.startHelp')}
          </Typography>
        )}
      </CardContent>
    </Card>
  )
}
