// The tabs of an event's form.
import { Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { BooleanInput, NumberInput, required, TextInput } from 'react-admin'
import { AmountInput } from './amount-input.tsx'
import { CategoriesInput } from './category-input.tsx'
import { HtmlInput } from './html-input.tsx'
import { PricesInput } from './prices-input.tsx'
import { RowsInput } from './rows-input.tsx'

/** Fields beside each other where there is room. */
export const Row = ({ children }: { children: ReactNode }) => (
  <Stack direction={{ xs: 'column', md: 'row' }} spacing={{ xs: 0, md: 2 }} sx={{ width: '100%' }}>
    {children}
  </Stack>
)

export function Head({ text, hint }: { text: string; hint?: string }) {
  const translate = useTranslate()
  return (
    <>
      <Typography variant="h2" sx={{ mt: 2 }}>
        {translate(text)}
      </Typography>
      {hint && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5, maxWidth: '70ch' }}>
          {translate(hint)}
        </Typography>
      )}
    </>
  )
}

export const GeneralFields = () => (
  <>
    <TextInput source="event_title" validate={required()} />
    <TextInput source="event_subtitle" />
    <Row>
      <TextInput source="event_identifier" />
      <TextInput source="event_article_no" />
      <NumberInput source="days" min={0} step={1} />
    </Row>
    <CategoriesInput source="category_ids" />
    <TextInput source="event_desc_link" type="url" />
    <Row>
      <BooleanInput source="prospective_allowed" />
      <BooleanInput source="publish_coop_data_allowed" />
    </Row>
  </>
)

export const TextFields = () => (
  <>
    <HtmlInput source="event_teaser" />
    <HtmlInput source="event_description" />
    <HtmlInput source="event_objectives" />
    <HtmlInput source="event_target_group" />
    <HtmlInput source="event_requirements" />
    <HtmlInput source="event_itinerary" />
    <HtmlInput source="event_service" />
  </>
)

export const PriceFields = () => (
  <>
    <Head text="resources.events.fields.event_prices" hint="catalogue.hint.prices" />
    <PricesInput />
    <Head text="resources.events.fields.event_group_discounts" hint="catalogue.hint.discounts" />
    <RowsInput source="event_group_discounts" label={false} row="catalogue.discount">
      <TextInput source="discount_string" fullWidth sx={{ minWidth: { md: '32rem' } }} />
    </RowsInput>
  </>
)

export const PackageFields = () => (
  <>
    <Head text="resources.events.fields.conference_package" hint="catalogue.hint.package" />
    <RowsInput source="conference_package" label={false} row="catalogue.packageItem">
      <TextInput source="article_name" sx={{ flex: '2 1 16rem' }} />
      <TextInput source="resource_type" sx={{ flex: '1 1 8rem' }} />
      <TextInput source="resource_id" sx={{ flex: '1 1 8rem' }} />
      <TextInput source="article_description" multiline sx={{ flex: '2 1 20rem' }} />
      <TextInput source="article_description_html" multiline sx={{ flex: '2 1 20rem' }} />
      <TextInput source="article_comment" multiline sx={{ flex: '2 1 20rem' }} />
      <NumberInput source="article_price_buy" step="any" sx={{ flex: '1 1 8rem' }} />
      <NumberInput source="article_price_sale" step="any" sx={{ flex: '1 1 8rem' }} />
      <NumberInput source="article_price_sale_intern" step="any" sx={{ flex: '1 1 8rem' }} />
      <NumberInput source="overwritten_sales_price" step="any" sx={{ flex: '1 1 8rem' }} />
      <AmountInput source="price_per_day" />
      <TextInput source="article_currency" defaultValue="EUR" sx={{ flex: '0 1 7rem' }} />
      <NumberInput source="article_tax_amount" step="any" sx={{ flex: '0 1 8rem' }} />
      <BooleanInput source="article_tax_included" defaultValue={false} />
    </RowsInput>
  </>
)

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

const ListFields = () => (
  <RowsInput source="meta_dropdown_list" row="catalogue.listGroup" inline={false}>
    <RowsInput source="dropdown_list_id" row="catalogue.list" inline={false}>
      <Row>
        <TextInput source="list_id" />
        <TextInput source="name" />
      </Row>
      <RowsInput source="option" row="catalogue.option">
        <TextInput source="entry_id" />
        <TextInput source="value" />
        <TextInput source="name" />
      </RowsInput>
    </RowsInput>
  </RowsInput>
)

export const FeatureFields = () => (
  <>
    <TextInput source="meta_data" multiline minRows={2} />
    <Head text="resources.events.fields.meta_tags" hint="catalogue.hint.tags" />
    <RowsInput source="meta_tags" label={false} row="catalogue.tag" inline={false}>
      <Row>
        <TextInput source="meta_topic_name" />
        <TextInput source="meta_event_type_name" />
        <TextInput source="meta_target_group_name" />
      </Row>
      <Row>
        <TextInput source="meta_competence_level_name" />
        <TextInput source="meta_occupation_name" />
        <TextInput source="meta_language_training" />
      </Row>
      <ListFields />
    </RowsInput>
    <Head text="resources.events.fields.event_misc" hint="catalogue.hint.misc" />
    <RowsInput source="event_misc" label={false} row="catalogue.misc">
      {numbers.map((number) => (
        <TextInput key={number} source={`misc${number}`} sx={{ flex: '1 1 14rem' }} />
      ))}
    </RowsInput>
    <Head text="resources.events.fields.ebg_data" hint="catalogue.hint.ebg" />
    <RowsInput source="ebg_data" label={false} row="catalogue.ebg" inline={false}>
      <RowsInput source="deftpl_field" row="catalogue.ebgField">
        <TextInput source="deftpl_description" sx={{ flex: '1 1 14rem' }} />
        <TextInput source="deftpl_value" sx={{ flex: '1 1 14rem' }} />
        <TextInput source="deftpl_detfault_description" sx={{ flex: '1 1 14rem' }} />
      </RowsInput>
    </RowsInput>
  </>
)
