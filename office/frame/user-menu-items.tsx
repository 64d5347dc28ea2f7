// Language and theme in the account menu, if the app bar has no room for them.
import DarkIcon from '@mui/icons-material/Brightness4'
import LightIcon from '@mui/icons-material/Brightness7'
import LanguageIcon from '@mui/icons-material/Translate'
import { ListItemIcon, ListItemText, MenuItem, useMediaQuery } from '@mui/material'
import { useLocaleState, useLocales, useTranslate } from 'ra-core'
import { useTheme, useUserMenu } from 'react-admin'

export function LanguageItem() {
  const [locale, setLocale] = useLocaleState()
  const other = useLocales().find((one) => one.locale !== locale)
  const menu = useUserMenu()
  if (!other) return null
  const choose = (): void => {
    setLocale(other.locale)
    menu?.onClose()
  }
  return (
    <MenuItem onClick={choose} lang={other.locale}>
      <ListItemIcon>
        <LanguageIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{other.name}</ListItemText>
    </MenuItem>
  )
}

export function ThemeItem() {
  const translate = useTranslate()
  const dark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const [theme, setTheme] = useTheme(dark ? 'dark' : 'light')
  const menu = useUserMenu()
  const toggle = (): void => {
    setTheme(theme === 'dark' ? 'light' : 'dark')
    menu?.onClose()
  }
  return (
    <MenuItem onClick={toggle}>
      <ListItemIcon>
        {theme === 'dark' ? <LightIcon fontSize="small" /> : <DarkIcon fontSize="small" />}
      </ListItemIcon>
      <ListItemText>{translate('ra.action.toggle_theme')}</ListItemText>
    </MenuItem>
  )
}
