// The first steps in an empty instance for which the user has the rights.
import { Box, Button, Card, CardContent, Stack, Typography } from '@mui/material'
import { useResourceDefinitions, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { RequiredRight } from '../shell/api/session.ts'
import { hasRight, useSession } from '../shell/api/session.ts'
import { useSections } from '../shell/section/sections-context.ts'
import type { Start } from './start.ts'

type Step = { name: string; to: string; right?: RequiredRight; isDone: boolean }

export function FirstSteps({ hasEvents, hasDates }: Pick<Start, 'hasEvents' | 'hasDates'>) {
  const translate = useTranslate()
  const session = useSession()
  const resources = useResourceDefinitions()
  const routes = new Set(
    useSections()
      .flatMap((section) => section.routes ?? [])
      .map(({ path }) => path),
  )
  const steps: Step[] = [
    { name: 'event', to: '/events/create', right: 'catalogue:edit', isDone: hasEvents },
    { name: 'date', to: '/dates/create', right: 'catalogue:edit', isDone: hasDates },
    { name: 'contact', to: '/contacts/create', right: '090300:add', isDone: false },
    { name: 'import', to: '/imports', right: '090300:add', isDone: false },
    { name: 'user', to: '/users/create', right: 'admin', isDone: false },
  ]
  const pageExists = (to: string): boolean => {
    const [, resource = '', page] = to.split('/')
    const definition = resources[resource]
    return routes.has(to) || Boolean(page === 'create' ? definition?.hasCreate : definition?.hasList)
  }
  const visibleSteps = steps.filter(
    ({ name, to, right, isDone }) =>
      !isDone && hasRight(right, session) && pageExists(to) && (name !== 'date' || hasEvents),
  )
  return (
    <Card component="section" aria-labelledby="start-first">
      <CardContent>
        <Typography variant="h2" id="start-first">
          {translate('start.first.title')}
        </Typography>
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {translate(visibleSteps.length > 0 ? 'start.first.text' : 'start.first.nothing')}
        </Typography>
        <Stack component="ul" sx={{ m: 0, p: 0, gap: 1.5 }}>
          {visibleSteps.map(({ name, to }, index) => (
            <Stack
              component="li"
              key={name}
              direction="row"
              sx={{ listStyle: 'none', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
            >
              <Button
                component={Link}
                to={to}
                variant={index === 0 ? 'contained' : 'outlined'}
                sx={{ minWidth: 250 }}
              >
                {translate(`start.first.${name}`)}
              </Button>
              <Box sx={{ color: 'text.secondary' }}>{translate(`start.first.${name}Text`)}</Box>
            </Stack>
          ))}
        </Stack>
      </CardContent>
    </Card>
  )
}
