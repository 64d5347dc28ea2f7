// The list of the keyboard shortcuts.
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Switch,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useInertPage } from '../page/inert-page.ts'
import { useLetterKeys } from './letter-keys.ts'
import { hideShortcuts } from './shortcuts-dialog-state.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const shortcuts = [
  { name: 'search', keys: [isApple ? '⌘' : 'control', 'K'] },
  { name: 'list', keys: ['?'] },
  { name: 'new', keys: ['n'] },
  { name: 'edit', keys: ['e'] },
  { name: 'find', keys: ['/'] },
  { name: 'open', keys: ['enter'] },
  { name: 'close', keys: ['Esc'] },
] as const

export function ShortcutsDialog() {
  const translate = useTranslate()
  const [isOn, setOn] = useLetterKeys()
  useInertPage(true)
  return (
    <Dialog open maxWidth="xs" fullWidth onClose={hideShortcuts} aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">{translate('shell.keyboard.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 2,
            rowGap: 1,
            alignItems: 'center',
          }}
        >
          {shortcuts.map(({ name, keys }) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ whiteSpace: 'nowrap' }}>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' + '}
                    <Box
                      component="kbd"
                      sx={{
                        display: 'inline-block',
                        minWidth: 24,
                        px: 0.75,
                        font: 'inherit',
                        fontSize: 'body2.fontSize',
                        textAlign: 'center',
                        border: 1,
                        borderColor: 'divider',
                        borderRadius: 0.75,
                      }}
                    >
                      {translate(`shell.keyboard.key.${key}`, { _: key })}
                    </Box>
                  </span>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {translate(`shell.keyboard.${name}`)}
              </Box>
            </Box>
          ))}
        </Box>
        <FormControlLabel
          sx={{ mt: 2 }}
          control={<Switch checked={isOn} onChange={(_event, checked) => setOn(checked)} />}
          label={translate('shell.keyboard.letters')}
        />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={hideShortcuts}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
