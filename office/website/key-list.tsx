// The list of the keys of the public interface.
import TermsIcon from '@mui/icons-material/GavelOutlined'
import VoucherIcon from '@mui/icons-material/LocalOfferOutlined'
import LegalIcon from '@mui/icons-material/PolicyOutlined'
import PagesIcon from '@mui/icons-material/WebOutlined'
import { Translate, useRecordContext, useTranslate } from 'ra-core'
import type { RowOf } from '../shell/api/endpoints.ts'
import { DateTimeField, NumberField } from '../shell/list/fields.tsx'
import { RecordFilter, YesNoFilter } from '../shell/list/filters/filter-inputs.tsx'
import { columnOf, ListPage } from '../shell/list/list-page.tsx'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import { useKeySettings } from './key-settings.ts'

type Key = RowOf<'website-keys'>

const Column = columnOf<Key>()

type Setting = keyof ReturnType<typeof useKeySettings>

/** A setting of the key in words. */
function SettingField({ name }: { name: Setting; label?: string }) {
  const key = useRecordContext<Key>()
  return key ? <Words keyRecord={key} name={name} /> : null
}

const Words = ({ keyRecord, name }: { keyRecord: Key; name: Setting }) => useKeySettings(keyRecord)[name]

function RevokedField(_: { label?: string }) {
  const translate = useTranslate()
  const key = useRecordContext<Key>()
  return key?.revokedAt ? <DateTimeField source="revokedAt" /> : translate('website.key.valid')
}

export const KeyList = () => (
  <ListPage
    sort={{ field: 'id', order: 'DESC' }}
    phoneColumns={['name', 'requests', 'revokedAt']}
    filters={[
      <RecordFilter key="clientId" source="clientId" reference="clients" />,
      <YesNoFilter key="isRevoked" source="isRevoked" />,
    ]}
    actions={
      <>
        <ToolbarButton icon={<TermsIcon />} to="/terms-documents">
          <Translate i18nKey="website.termsButton" />
        </ToolbarButton>
        <ToolbarButton icon={<LegalIcon />} to="/legal-pages">
          <Translate i18nKey="website.legalButton" />
        </ToolbarButton>
        <ToolbarButton icon={<PagesIcon />} to="/website-pages">
          <Translate i18nKey="website.pagesButton" />
        </ToolbarButton>
        <ToolbarButton icon={<VoucherIcon />} to="/vouchers">
          <Translate i18nKey="website.vouchersButton" />
        </ToolbarButton>
      </>
    }
  >
    <Column source="name" />
    <Column source="clientName" />
    <Column source="isSecret" disableSort>
      <SettingField name="kind" />
    </Column>
    <Column source="origins" disableSort>
      <SettingField name="origins" />
    </Column>
    <Column source="catalogueIds" disableSort>
      <SettingField name="catalogues" />
    </Column>
    <Column source="hidesSeats" label="website.key.seats" disableSort>
      <SettingField name="seats" />
    </Column>
    <Column source="createdAt" field={DateTimeField} />
    <Column source="revokedAt">
      <RevokedField />
    </Column>
    <Column source="requests" field={NumberField} disableSort />
  </ListPage>
)
