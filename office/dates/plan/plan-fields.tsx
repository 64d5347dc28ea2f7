// The fields of a plan: event or source date, and recurrence rule.

import { Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import {
  BooleanInput,
  CheckboxGroupInput,
  NumberInput,
  RadioButtonGroupInput,
  required,
  SelectInput,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { recurrenceKindNames, recurrenceKinds } from '../../../server/catalogue/dates/recurrence-kinds.ts'
import { useLookups } from '../../catalogue/dates/lookups.ts'
import {
  DateReferenceInput,
  EventInput,
  LocationsInput,
  RoomsInput,
  TrainerInput,
} from '../../catalogue/dates/reference-inputs.tsx'
import { useHasRight } from '../../shell/api/session.ts'
import { DateInput, TimeInput } from '../../shell/form/date-time-inputs.tsx'
import { DayListInput } from '../../shell/form/day-list-input.tsx'
import { FieldGrid, Section } from '../../shell/form/form-section.tsx'
import { useToday } from '../../shell/language/today.ts'
import { CopyGroupsInput } from '../actions/copy-dialog.tsx'
import { useHolidays } from '../day-hints.tsx'
import type { PlanForm } from './plan-request.ts'

const field = (name: string) => `resources.dates.fields.${name}`

export function PatternFields() {
  const mayPublish = useHasRight('catalogue:publish')
  const translate = useTranslate()
  const { choices } = useLookups()
  const { kind = 'weeks', eventId, sourceDateId } = useWatch<PlanForm>()
  const { isList, hasWeekdays } = recurrenceKinds[kind]
  const region = useHolidays(useToday())?.region
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: translate(`dates.plan.weekday.d${id}`) }))
  return (
    <>
      <Section title="dates.section.event">
        <FieldGrid min={260}>
          <EventInput source="eventId" label={field('eventId')} validate={required()} />
          <DateReferenceInput
            source="sourceDateId"
            label="dates.plan.source"
            helperText="dates.plan.sourceHelp"
            {...(eventId ? { filter: { eventIds: [eventId] } } : {})}
          />
        </FieldGrid>
        {sourceDateId ? (
          <CopyGroupsInput />
        ) : (
          <FieldGrid min={230}>
            <SelectInput source="status" label={field('status')} choices={choices('status')} />
            <SelectInput source="format" label={field('format')} choices={choices('format')} />
            <NumberInput source="participantsMin" label={field('participantsMin')} min={0} />
            <NumberInput source="participantsMax" label={field('participantsMax')} min={0} />
            <TrainerInput source="trainerId" label={field('trainerId')} />
            <LocationsInput source="locationIds" label={field('locationIds')} />
            <RoomsInput source="roomIds" label={field('roomIds')} />
          </FieldGrid>
        )}
      </Section>
      <Section title="dates.plan.pattern">
        <RadioButtonGroupInput
          source="kind"
          label="dates.plan.pattern"
          helperText={false}
          choices={recurrenceKindNames.map((id) => ({ id, name: `dates.plan.${id}` }))}
        />
        {hasWeekdays && (
          <CheckboxGroupInput
            source="weekdays"
            label="dates.plan.onWeekdays"
            choices={weekdays}
            translateChoice={false}
          />
        )}
        {isList && (
          <DayListInput
            source="dates"
            label="dates.plan.dayList"
            helperText="dates.plan.dayListHelp"
            isRequired
          />
        )}
        <FieldGrid>
          {!isList && (
            <>
              <DateInput source="startDate" label="dates.plan.first" validate={required()} />
              <NumberInput source="count" label="dates.plan.count" min={1} max={100} validate={required()} />
              <NumberInput
                source="intervalWeeks"
                label="dates.plan.interval"
                min={1}
                max={52}
                validate={required()}
              />
            </>
          )}
          <NumberInput
            source="durationDays"
            label="dates.plan.durationDays"
            min={1}
            max={60}
            validate={required()}
          />
          <TimeInput source="startTime" label={field('startTime')} />
          <TimeInput source="endTime" label={field('endTime')} />
        </FieldGrid>
        <FieldGrid min={240}>
          <BooleanInput source="skipWeekends" label="dates.plan.skipWeekends" />
          <BooleanInput source="skipHolidays" label="dates.plan.skipHolidays" />
          <BooleanInput source="fillSessionDays" label="dates.plan.fillSessionDays" />
          {mayPublish && <BooleanInput source="publish" label="dates.plan.publish" />}
        </FieldGrid>
        {region && (
          <Typography variant="body2" color="textSecondary">
            {translate('dates.plan.holidays', { region: translate(`settings.holidays.${region}`) })}
          </Typography>
        )}
      </Section>
    </>
  )
}
