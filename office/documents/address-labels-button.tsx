// Opens the dialog of address labels for the selected records.
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { useTranslate } from 'ra-core'
import { Suspense, useState } from 'react'
import { ToolbarButton } from '../shell/list/toolbar-button.tsx'
import { lazyComponent } from '../shell/section/lazy-component.tsx'

const AddressLabelsDialog = lazyComponent(
  async () => (await import('./address-labels-dialog.tsx')).AddressLabelsDialog,
  async () => (await import('./address-labels-texts.ts')).addressLabelsTexts,
)

export function AddressLabelsButton() {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ToolbarButton icon={<PrintIcon />} onClick={() => setOpen(true)}>
        {translate('documents.labels')}
      </ToolbarButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AddressLabelsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
