// The list of events.
import FeedbackIcon from '@mui/icons-material/RateReviewOutlined'
import { Chip } from '@mui/material'
import { Translate, useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../../shell/api/endpoints.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { DayField, Line, NumberField } from '../../shell/list/fields.tsx'
import { type FilterProps, SelectFilter, YesNoFilter } from '../../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../../shell/list/list-page.tsx'
import { cellWidth } from '../../shell/list/list-styles.ts'
import { ToolbarButton } from '../../shell/list/toolbar-button.tsx'
import { useCatalogues, useCategoryNames } from '../categories/categories.ts'
import { CategoryFilter } from '../categories/category-input.tsx'

type ListedEvent = RowOf<'events'>

const Column = columnOf<ListedEvent>()

const titleWidth = cellWidth(32)

export function PublishedChip({ published }: { published: boolean }) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      color={published ? 'success' : 'default'}
      variant={published ? 'filled' : 'outlined'}
      label={translate(published ? 'catalogue.published' : 'catalogue.unpublished')}
    />
  )
}

function Title() {
  const event = useRecordContext<ListedEvent>()
  return event ? <Line title={<b>{event.title}</b>} detail={event.subtitle} /> : null
}

function Categories() {
  const event = useRecordContext<ListedEvent>()
  const names = useCategoryNames()
  // Categories of several catalogues can have the same name.
  const shown = new Set((event?.categoryIds ?? []).map((id) => names.get(id) ?? `#${id}`))
  return <span>{[...shown].join(', ')}</span>
}

const Published = () => <PublishedChip published={useRecordContext<ListedEvent>()?.isPublished ?? false} />

const CatalogueFilter = (props: FilterProps) => (
  <SelectFilter {...props} choices={useCatalogues().data ?? []} />
)

const filters = [
  <CategoryFilter key="category" source="categoryId" label="catalogue.category" />,
  <CatalogueFilter key="catalogue" source="catalogueId" label="catalogue.catalogue" />,
  <YesNoFilter key="published" source="isPublished" label="catalogue.published" />,
  <YesNoFilter key="upcoming" source="hasUpcomingDates" label="catalogue.hasUpcomingDates" />,
]

function FeedbackQuestionsButton() {
  if (!useHasRight('catalogue:edit')) return null
  return (
    <ToolbarButton icon={<FeedbackIcon />} to="/feedback-questions">
      <Translate i18nKey="feedback.questions" />
    </ToolbarButton>
  )
}

export const EventList = () => (
  <ListPage
    sort={{ field: 'title', order: 'ASC' }}
    actions={<FeedbackQuestionsButton />}
    filters={filters}
    hiddenColumns={['numberOfDays', 'identifier', 'articleNo']}
    phoneColumns={['title', 'nextStartDate']}
  >
    <Column source="identifier" />
    <Column source="title" cellSx={titleWidth}>
      <Title />
    </Column>
    <Column source="isPublished">
      <Published />
    </Column>
    <Column source="categoryIds" disableSort>
      <Categories />
    </Column>
    <Column source="articleNo" />
    <Column source="numberOfDays" field={NumberField} />
    <Column source="nextStartDate" field={DayField} />
    <Column source="upcomingDateCount" field={NumberField} />
  </ListPage>
)
