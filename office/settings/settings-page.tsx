// Name, time zone and public holidays of the instance; links to all other settings.
import { Box, Card, CardActionArea, CardContent, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import {
  AutocompleteInput,
  Form,
  NumberInput,
  required,
  SaveButton,
  SelectInput,
  TextInput,
  Title,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { countryChoices } from '../../server/addresses/country-choices.ts'
import { MailHint } from '../mail/mail-hint.tsx'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import { rightFor } from '../shell/api/auth-provider.ts'
import type { BodyOf } from '../shell/api/endpoints.ts'
import { useInstanceSettings } from '../shell/api/instance-settings.ts'
import { hasRight, setSession, useSession } from '../shell/api/session.ts'
import { DayListInput } from '../shell/form/day-list-input.tsx'
import { ClearUnregisteredErrors } from '../shell/form/record-form.tsx'
import { parseDay, typedDays } from '../shell/language/typed-days.ts'
import { useSections } from '../shell/section/sections-context.ts'
import { BackupHint } from './backup-hint.tsx'
import { DiskHint } from './disk-hint.tsx'
import { VersionCard } from './version-card.tsx'

const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ') }))

const regions = 'none BUND BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH'
  .split(' ')
  .map((id) => ({ id, name: `settings.holidays.${id}` }))

/** Each from its minimum to its maximum. */
const numbers = [
  ['travelMinutes', 0, 1440],
  ['messageDelayMinutes', 0, 240],
  ['messageHour', 0, 23],
  ['linkMonths', 1, 120],
  ['companyLinkMonths', 1, 120],
] as const

const messageLanguages = ['de', 'en'].map((id) => ({ id, name: `contacts.language.${id}` }))

const pages = [
  'contact-categories',
  'lead-categories',
  'communication-templates',
  'lookups',
  'newsletter-forms',
  'outbox-mails',
  'articles',
  'clients',
  'users',
  'roles',
  'tokens',
  'changes',
]

/** Closed days are a text with a day on each line. */
type SettingsForm = Omit<BodyOf<'PATCH', '/settings'>, 'closedDays'> & { closedDays: string }

function InstanceForm() {
  const translate = useTranslate()
  const language = useLocale() === 'en' ? 'en' : 'de'
  const data = useInstanceSettings()
  const { submit } = useAction(
    ({ name = '', timeZone, closedDays, ...others }: SettingsForm) =>
      api('PATCH', '/settings', {
        body: {
          name,
          timeZone: timeZone ?? '',
          holidayRegion: others.holidayRegion,
          country: others.country,
          closedDays: typedDays(closedDays).map((day) => parseDay(day) ?? day),
          travelMinutes: others.travelMinutes,
          messageDelayMinutes: others.messageDelayMinutes,
          messageHour: others.messageHour,
          messageLanguage: others.messageLanguage,
          linkMonths: others.linkMonths,
          companyLinkMonths: others.companyLinkMonths,
        },
      }),
    {
      success: 'settings.saved',
      refresh: [['settings'], ['holidays']],
      onSuccess: async () => setSession((await api('GET', '/session'))[0]),
    },
  )
  if (!data) return null
  return (
    <Form
      // react-admin does not know the fields of a form.
      onSubmit={(values: object) => submit(values as SettingsForm)}
      record={{ id: 0, ...data, closedDays: data.closedDays.join('\n') }}
      warnWhenUnsavedChanges
    >
      <Box sx={{ maxWidth: 480 }}>
        <TextInput source="name" label="settings.name" validate={required()} helperText="settings.nameHelp" />
        <AutocompleteInput
          source="timeZone"
          label="settings.timeZone"
          choices={zones}
          translateChoice={false}
          emptyText=""
          helperText={translate('settings.timeZoneHelp', { zone: data.currentTimeZone })}
        />
        <SelectInput
          source="holidayRegion"
          label="settings.holidayRegion"
          choices={regions}
          validate={required()}
          helperText="settings.holidayRegionHelp"
        />
        <AutocompleteInput
          source="country"
          label="settings.country"
          choices={[...countryChoices(language)]}
          optionValue="code"
          optionText="name"
          translateChoice={false}
          validate={required()}
          helperText="settings.countryHelp"
        />
        <DayListInput source="closedDays" label="settings.closedDays" helperText="settings.closedDaysHelp" />
        {numbers.map(([source, min, max]) => (
          <NumberInput
            key={source}
            source={source}
            label={`settings.${source}`}
            min={min}
            max={max}
            validate={required()}
            helperText={`settings.${source}Help`}
          />
        ))}
        <SelectInput
          source="messageLanguage"
          label="settings.messageLanguage"
          choices={messageLanguages}
          validate={required()}
          helperText="settings.messageLanguageHelp"
        />
        <ClearUnregisteredErrors />
        <SaveButton />
      </Box>
    </Form>
  )
}

export function SettingsPage() {
  const translate = useTranslate()
  const session = useSession()
  const sections = useSections()
  const resources = sections.flatMap((section) => section.resources ?? [])
  const routes = sections.flatMap((section) => section.routes ?? [])
  const shownPages = pages.filter((page) => {
    const resource = resources.find(({ name }) => name === page)
    const right = resource
      ? rightFor(resource, 'list')
      : routes.find(({ path }) => path === `/${page}`)?.right
    return hasRight(right, session)
  })
  return (
    <Box sx={{ mt: 2, maxWidth: 980 }}>
      <Title title="settings.title" />
      <Stack spacing={2} sx={{ mb: 2, '&:empty': { display: 'none' } }}>
        <MailHint />
        <BackupHint withLast />
        <DiskHint />
      </Stack>
      <Card component="section" sx={{ mb: 2 }}>
        <CardContent>
          <Typography variant="h2" gutterBottom>
            {translate('settings.instance')}
          </Typography>
          <InstanceForm />
        </CardContent>
      </Card>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
        {shownPages.map((page) => (
          <Card key={page}>
            <CardActionArea component={Link} to={`/${page}`} sx={{ height: '100%' }}>
              <CardContent>
                <Typography variant="h3" component="h2" gutterBottom>
                  {translate(`resources.${page}.name`, { smart_count: 2, _: translate(`${page}.title`) })}
                </Typography>
                <Typography color="textSecondary">{translate(`settings.pages.${page}`)}</Typography>
              </CardContent>
            </CardActionArea>
          </Card>
        ))}
      </Box>
      <VersionCard />
    </Box>
  )
}
