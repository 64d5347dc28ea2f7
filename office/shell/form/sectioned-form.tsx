// A long form in sections, with links to them beside it; disabled for users who may not edit.
import { Box, Link } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ComponentType, ReactNode } from 'react'
import { SaveButton } from 'react-admin'
import { RecordForm, RecordToolbar } from './record-form.tsx'

export interface FormPart {
  name: string
  /** Of the link. */
  label: string
  Fields: ComponentType
}

const elementId = (name: string) => `form-${name}`

function goTo(name: string): void {
  const element = document.getElementById(elementId(name))
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

function PartLinks({ parts }: { parts: readonly FormPart[] }) {
  const translate = useTranslate()
  return (
    <Box
      component="nav"
      aria-label={translate('shell.page.sections')}
      sx={{
        position: 'sticky',
        top: 64,
        flex: 'none',
        width: 160,
        pt: 2,
        display: { xs: 'none', md: 'block' },
      }}
    >
      {parts.map(({ name, label }) => (
        <Link
          key={name}
          component="button"
          type="button"
          variant="body2"
          color="textSecondary"
          onClick={() => goTo(name)}
          sx={{ display: 'block', py: 0.75, textAlign: 'left' }}
        >
          {translate(label)}
        </Link>
      ))}
    </Box>
  )
}

/** For long forms: the button for saving stays in sight. */
export const stickyToolbar = (
  <RecordToolbar sx={{ position: 'sticky', bottom: 0, zIndex: 2, bgcolor: 'background.paper' }}>
    <SaveButton />
  </RecordToolbar>
)

interface Props {
  parts: readonly FormPart[]
  mayEdit: boolean
  /** Further parts of the form, below its sections. */
  children?: ReactNode
}

export const SectionedForm = ({ parts, mayEdit, children }: Props) => (
  <Box sx={{ display: 'flex', alignItems: 'flex-start', pl: { md: 2 } }}>
    <PartLinks parts={parts} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <RecordForm toolbar={mayEdit ? stickyToolbar : false}>
        <Box
          component="fieldset"
          disabled={!mayEdit}
          sx={{ border: 0, p: 0, m: 0, minWidth: 0, width: '100%' }}
        >
          {parts.map(({ name, Fields }) => (
            <Box key={name} id={elementId(name)} tabIndex={-1} sx={{ outline: 0, scrollMarginTop: 56 }}>
              <Fields />
            </Box>
          ))}
        </Box>
        {children}
      </RecordForm>
    </Box>
  </Box>
)
