// The version of Kontor, for reports of faults.
import { Card, CardContent, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { api } from '../shell/api/api.ts'
import { useHasRight } from '../shell/api/session.ts'
import { Fact, Facts, TextFact } from '../shell/page/facts.tsx'

const shownDigits = 12

export function VersionCard() {
  const translate = useTranslate()
  const isAdmin = useHasRight('admin')
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: () => api('GET', '/version'),
    enabled: isAdmin,
  })
  const found = data?.[0]
  if (!found) return null
  const { version, commit, schema, appliedSchema, node, postgres } = found
  return (
    <Card component="section" sx={{ mt: 2 }}>
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {translate('settings.version.title')}
        </Typography>
        <Facts>
          <Fact label="settings.version.version">{version}</Fact>
          <TextFact label="settings.version.commit" text={commit.slice(0, shownDigits)} />
          <Fact label="settings.version.schema">
            {appliedSchema === schema
              ? schema
              : translate('settings.version.newerSchema', { known: schema, applied: appliedSchema })}
          </Fact>
          <Fact label="settings.version.node">{node}</Fact>
          <Fact label="settings.version.postgres">{postgres}</Fact>
        </Facts>
      </CardContent>
    </Card>
  )
}
