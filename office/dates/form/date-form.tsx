// The form of a date in sections; disabled for users who may not edit.
import { Box, Link } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { SaveButton } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { useHasRight } from '../../shell/api/session.ts'
import { focusField } from '../../shell/form/focus-field.ts'
import { RecordForm, RecordToolbar } from '../../shell/form/record-form.tsx'
import { FilesFields, HotelFields, PackageFields, SessionDayFields, TrainerFields } from './child-rows.tsx'
import { MainFields, MoreFields } from './main-fields.tsx'
import { ModuleFields } from './module-fields.tsx'
import { PriceFields } from './price-fields.tsx'

/** The sections that the links beside the form lead to, with the names of the sections. */
const sections = [
  ['master', MainFields],
  ['hours', SessionDayFields],
  ['trainers', TrainerFields],
  ['prices', PriceFields],
  ['hotel', HotelFields],
  ['series', ModuleFields],
  ['files', FilesFields],
  ['packages', PackageFields],
  ['more', MoreFields],
] as const

const elementId = (name: string) => `date-form-${name}`

function goTo(name: string): void {
  const element = document.getElementById(elementId(name))
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

function SectionLinks() {
  const translate = useTranslate()
  return (
    <Box
      component="nav"
      aria-label={translate('dates.page.sections')}
      sx={{
        position: 'sticky',
        top: 64,
        flex: 'none',
        width: 160,
        pt: 2,
        display: { xs: 'none', md: 'block' },
      }}
    >
      {sections.map(([name]) => (
        <Link
          key={name}
          component="button"
          type="button"
          variant="body2"
          color="textSecondary"
          onClick={() => goTo(name)}
          sx={{ display: 'block', py: 0.75, textAlign: 'left' }}
        >
          {translate(`dates.tab.${name}`)}
        </Link>
      ))}
    </Box>
  )
}

/** `?field=prices[0].net` moves the focus to a field. */
function useFocusFieldFromUrl(): void {
  const [query] = useSearchParams()
  const field = query.get('field')
  useEffect(() => {
    if (field) focusField(field)
  }, [field])
}

const toolbar = (
  <RecordToolbar sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
    <SaveButton />
  </RecordToolbar>
)

export function DateForm() {
  const mayEdit = useHasRight('100100')
  useFocusFieldFromUrl()
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', pl: { md: 2 } }}>
      <SectionLinks />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <RecordForm toolbar={mayEdit ? toolbar : false}>
          <Box
            component="fieldset"
            disabled={!mayEdit}
            sx={{ border: 0, p: 0, m: 0, minWidth: 0, width: '100%' }}
          >
            {sections.map(([name, Fields]) => (
              <Box key={name} id={elementId(name)} tabIndex={-1} sx={{ outline: 0, scrollMarginTop: 56 }}>
                <Fields />
              </Box>
            ))}
          </Box>
        </RecordForm>
      </Box>
    </Box>
  )
}
