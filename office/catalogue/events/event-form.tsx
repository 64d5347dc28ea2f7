// The form of an event in sections.
import { useHasRight } from '../../shell/api/session.ts'
import { Section } from '../../shell/form/form-section.tsx'
import { type FormPart, SectionedForm } from '../../shell/form/sectioned-form.tsx'
import { FilesInput } from '../files/files-input.tsx'
import {
  CertificateFields,
  FeatureFields,
  GeneralFields,
  PackageFields,
  PdfFields,
  PriceFields,
  TextFields,
} from './event-fields.tsx'

const FileFields = () => (
  <>
    <Section title="resources.events.fields.fileIds" help="catalogue.hint.files">
      <FilesInput source="fileIds" />
    </Section>
    <Section title="resources.events.fields.pdfs" help="catalogue.hint.pdfs" list="pdfs">
      <PdfFields />
    </Section>
  </>
)

const parts: readonly FormPart[] = [
  { name: 'general', Fields: GeneralFields },
  { name: 'texts', Fields: TextFields },
  { name: 'prices', Fields: PriceFields },
  { name: 'files', Fields: FileFields },
  { name: 'certificate', Fields: CertificateFields },
  { name: 'package', Fields: PackageFields },
  { name: 'features', Fields: FeatureFields },
].map((part) => ({ ...part, label: `catalogue.formPart.${part.name}` }))

export const EventForm = () => <SectionedForm parts={parts} mayEdit={useHasRight('catalogue:edit')} />
