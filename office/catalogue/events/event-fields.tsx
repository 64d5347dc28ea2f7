// The tabs of an event's form.
import { BooleanInput, NumberInput, required, TextInput } from 'react-admin'
import { FieldRow, Section } from '../../shell/form/form-section.tsx'
import { AmountInput } from '../amount-input.tsx'
import { CategoriesInput } from '../categories/category-input.tsx'
import { ChildRowsInput, RowFlag, RowNumber, RowText } from '../child-rows-input.tsx'
import { HtmlInput } from '../html-input.tsx'
import { PricesInput } from './prices-input.tsx'

export const GeneralFields = () => (
  <>
    <TextInput source="event_title" validate={required()} />
    <TextInput source="event_subtitle" />
    <FieldRow>
      <TextInput source="event_identifier" />
      <TextInput source="event_article_no" />
      <NumberInput source="days" min={0} step={1} />
    </FieldRow>
    <CategoriesInput source="category_ids" />
    <TextInput source="event_desc_link" type="url" />
    <FieldRow>
      <BooleanInput source="prospective_allowed" />
      <BooleanInput source="publish_coop_data_allowed" />
    </FieldRow>
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
    <Section title="resources.events.fields.event_prices" help="catalogue.hint.prices">
      <PricesInput />
    </Section>
    <Section title="resources.events.fields.event_group_discounts" help="catalogue.hint.discounts">
      <ChildRowsInput source="event_group_discounts" row="catalogue.discount">
        <RowText source="discount_string" className="whole" />
      </ChildRowsInput>
    </Section>
  </>
)

export const PdfFields = () => (
  <ChildRowsInput source="event_pdfs" row="catalogue.pdf">
    <RowText source="pdf_name" />
    <RowText source="pdf_key" />
    <RowText source="pdf_link" className="wide" />
  </ChildRowsInput>
)

export const PackageFields = () => (
  <Section title="resources.events.fields.conference_package" help="catalogue.hint.package">
    <ChildRowsInput source="conference_package" row="catalogue.packageItem">
      <RowText source="article_name" className="wide" />
      <RowText source="resource_type" />
      <RowText source="resource_id" />
      <RowText source="article_description" multiline className="wide" />
      <RowText source="article_comment" multiline className="wide" />
      <RowText source="article_description_html" multiline className="whole" />
      <RowNumber source="article_price_buy" step="any" />
      <RowNumber source="article_price_sale" step="any" />
      <RowNumber source="article_price_sale_intern" step="any" />
      <RowNumber source="overwritten_sales_price" step="any" />
      <AmountInput source="price_per_day" label="resources.events.fields.price_per_day" />
      <RowText source="article_currency" defaultValue="EUR" />
      <RowNumber source="article_tax_amount" step="any" />
      <RowFlag source="article_tax_included" defaultValue={false} />
    </ChildRowsInput>
  </Section>
)

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export const FeatureFields = () => (
  <>
    <TextInput source="meta_data" multiline minRows={2} />
    <Section title="resources.events.fields.meta_tags" help="catalogue.hint.tags">
      <ChildRowsInput source="meta_tags" row="catalogue.tag">
        <RowText source="meta_topic_name" />
        <RowText source="meta_event_type_name" />
        <RowText source="meta_target_group_name" />
        <RowText source="meta_competence_level_name" />
        <RowText source="meta_occupation_name" />
        <RowText source="meta_language_training" />
        <ChildRowsInput source="meta_dropdown_list" row="catalogue.listGroup" nested>
          <ChildRowsInput source="dropdown_list_id" row="catalogue.list" nested>
            <RowText source="list_id" />
            <RowText source="name" />
            <ChildRowsInput source="option" row="catalogue.option" nested>
              <RowText source="entry_id" />
              <RowText source="value" />
              <RowText source="name" />
            </ChildRowsInput>
          </ChildRowsInput>
        </ChildRowsInput>
      </ChildRowsInput>
    </Section>
    <Section title="resources.events.fields.event_misc" help="catalogue.hint.misc">
      <ChildRowsInput source="event_misc" row="catalogue.misc">
        {numbers.map((number) => (
          <RowText key={number} source={`misc${number}`} />
        ))}
      </ChildRowsInput>
    </Section>
    <Section title="resources.events.fields.ebg_data" help="catalogue.hint.ebg">
      <ChildRowsInput source="ebg_data" row="catalogue.ebg">
        <ChildRowsInput source="deftpl_field" row="catalogue.ebgField" nested>
          <RowText source="deftpl_description" />
          <RowText source="deftpl_value" />
          <RowText source="deftpl_detfault_description" />
        </ChildRowsInput>
      </ChildRowsInput>
    </Section>
  </>
)
