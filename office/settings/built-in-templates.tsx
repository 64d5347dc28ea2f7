// The templates of the causes: as Kontor brings them, or as the provider has changed them.
import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Form } from 'react-admin'
import { useAction } from '../shell/api/action.ts'
import { api } from '../shell/api/api.ts'
import type { Answer } from '../shell/api/endpoints.ts'
import { TemplateTexts } from './template-texts.tsx'

type Template = Answer<'GET', '/built-in-templates'>
const refresh = [['built-in-templates'], ['communication-templates']]

function TemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const translate = useTranslate()
  const { cause, version } = template
  const { submit, busy } = useAction(
    ({ subject, body, subjectEn, bodyEn }: Partial<Template>) =>
      api('PATCH', '/built-in-templates/{cause}', {
        params: { cause },
        body: {
          version,
          subject: subject ?? '',
          body: body ?? '',
          subjectEn: subjectEn ?? '',
          bodyEn: bodyEn ?? '',
        },
      }),
    { success: 'settings.saved', refresh, onSuccess: onClose },
  )
  const { run: restore } = useAction(
    () => api('DELETE', '/built-in-templates/{cause}', { params: { cause } }),
    { success: 'settings.restored', refresh, onSuccess: onClose },
  )
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby="template-title">
      <Form onSubmit={submit} record={{ id: 0, ...template }}>
        <DialogTitle id="template-title">{translate(`messages.cause.${cause}`)}</DialogTitle>
        <DialogContent>
          <TemplateTexts />
        </DialogContent>
        <DialogActions>
          {template.templateId > 0 && (
            <Button onClick={() => restore()}>{translate('settings.restoreBuiltIn')}</Button>
          )}
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {translate('ra.action.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

export function BuiltInTemplates() {
  const translate = useTranslate()
  const [open, setOpen] = useState<Template>()
  const { data = [] } = useQuery({
    queryKey: ['built-in-templates'],
    queryFn: () => api('GET', '/built-in-templates'),
  })
  return (
    <Box component="section" aria-labelledby="built-in-title" sx={{ mt: 3 }}>
      <Typography variant="h2" id="built-in-title" gutterBottom>
        {translate('settings.builtIn')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {data.map((template) => (
          <Box component="li" key={template.cause} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <Button onClick={() => setOpen(template)}>{translate(`messages.cause.${template.cause}`)}</Button>
            <Chip
              size="small"
              variant="outlined"
              label={translate(
                template.templateId > 0 ? 'settings.builtInChanged' : 'settings.builtInStandard',
              )}
            />
          </Box>
        ))}
      </Box>
      {open && <TemplateDialog template={open} onClose={() => setOpen(undefined)} />}
    </Box>
  )
}
