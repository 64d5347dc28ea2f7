// The theme: compact, light and dark, with a contrast of at least AA.
import { alpha, type Theme } from '@mui/material/styles'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'

const fontFamily =
  'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

export const sidebar = { width: 224, closedWidth: 52 }

const narrow = '@media (max-width: 600px)'

const withHelp = [
  'RaTextInput',
  'RaNumberInput',
  'RaSelectInput',
  'RaSelectArrayInput',
  'RaAutocompleteInput',
  'RaBooleanInput',
  'RaNullableBooleanInput',
  'RaCheckboxGroupInput',
  'RaRadioButtonGroupInput',
  'RaTextArrayInput',
]

/** Labels end before the arrow of the field. */
const besideArrow = { maxWidth: 'calc(100% - 46px)' }

const sharedOptions = (line: string, bar: { background: string; text: string }): RaThemeOptions => ({
  shape: { borderRadius: 6 },
  motion: { reducedMotion: 'system' },
  sidebar,
  typography: {
    fontFamily,
    fontSize: 13.5,
    body1: { fontSize: '0.9rem' },
    body2: { fontSize: '0.86rem' },
    h1: { fontSize: '1.5rem', fontWeight: 600, letterSpacing: '-0.01em' },
    h2: { fontSize: '1.2rem', fontWeight: 600 },
    h3: { fontSize: '1.05rem', fontWeight: 600 },
    h4: { fontSize: '1rem', fontWeight: 600 },
    h5: { fontSize: '1rem', fontWeight: 600 },
    h6: { fontSize: '1rem', fontWeight: 600 },
    button: { textTransform: 'none', fontWeight: 600 },
    overline: { letterSpacing: '0.06em', fontWeight: 600, lineHeight: 2.2 },
  },
  components: {
    MuiAppBar: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { background: bar.background, color: bar.text, borderBottom: `1px solid ${line}` },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiTableRow: {
      styleOverrides: { root: { '&:focus-visible': { outline: '2px solid', outlineOffset: -2 } } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: line, fontVariantNumeric: 'tabular-nums' },
        head: { fontWeight: 600, whiteSpace: 'nowrap' },
      },
    },
    // Hidden texts scroll with their table.
    MuiTableContainer: { styleOverrides: { root: { position: 'relative' } } },
    // A target of at least 24 pixels.
    MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24, minWidth: 24 } } },
    MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiFormControl: {
      defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true },
      styleOverrides: {
        root: {
          '&:has(> .MuiInputBase-root > .MuiSelect-icon) > label:not(.MuiInputLabel-shrink)': besideArrow,
        },
        marginDense: { marginTop: 7, marginBottom: 7 },
      },
    },
    // No empty line below fields without help or error.
    ...Object.fromEntries(withHelp.map((name) => [name, { defaultProps: { helperText: false } }])),
    MuiAutocomplete: {
      defaultProps: { fullWidth: true, size: 'small' },
      styleOverrides: { root: { '& .MuiInputLabel-root:not(.MuiInputLabel-shrink)': besideArrow } },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiTooltip: { defaultProps: { enterDelay: 400 } },
    MuiTab: { styleOverrides: { root: { minHeight: 44, minWidth: 0, padding: '10px 13px' } } },
    MuiTabs: {
      defaultProps: { variant: 'scrollable', scrollButtons: 'auto', allowScrollButtonsMobile: true },
      styleOverrides: { root: { minHeight: 44 } },
    },
    // Without the transition, a value that is loaded late would overlap its label.
    MuiInputLabel: { defaultProps: { disableAnimation: true } },
    MuiButtonBase: {
      styleOverrides: {
        root: { '&.Mui-focusVisible': { outline: '2px solid currentColor', outlineOffset: -2 } },
      },
    },
    RaMenuItemLink: {
      styleOverrides: {
        root: ({ theme }: { theme: Theme }) => ({
          borderRadius: 6,
          margin: '1px 8px',
          paddingLeft: 10,
          paddingRight: 10,
          minHeight: 34,
          '&.RaMenuItemLink-active': {
            backgroundColor: alpha(theme.palette.primary.main, 0.12),
            color: theme.palette.text.primary,
            fontWeight: 600,
          },
        }),
      },
    },
    // react-admin's check of rights hangs if the first component that needs it is unmounted early; Guarded has checked already.
    RaEdit: {
      defaultProps: { authLoading: false },
      styleOverrides: {
        root: {
          '& .RaEdit-main': {
            gap: 20,
            '@media (max-width: 900px)': { flexDirection: 'column', alignItems: 'stretch' },
          },
          '& .RaEdit-card': { minWidth: 0 },
        },
      },
    },
    RaCreate: {
      defaultProps: { authLoading: false },
      styleOverrides: { root: { '& .RaCreate-card': { minWidth: 0 } } },
    },
    RaShow: {
      defaultProps: { authLoading: false },
      styleOverrides: { root: { '& .RaShow-card': { minWidth: 0 } } },
    },
    // Buttons wrap below the filters if there is no room beside them.
    RaListToolbar: {
      styleOverrides: {
        root: {
          '@media (min-width: 600px)': { flexWrap: 'wrap', '& > *:last-child': { marginLeft: 'auto' } },
        },
      },
    },
    RaFilterForm: {
      styleOverrides: { root: { '@media (min-width: 600px)': { flex: '0 1 auto', minHeight: 0 } } },
    },
    RaLayout: {
      styleOverrides: {
        root: {
          minWidth: 0,
          '& .RaLayout-content': { minWidth: 0, padding: '4px 20px 24px', borderLeft: `1px solid ${line}` },
          [narrow]: {
            '& .RaLayout-content': { padding: '4px 10px 16px', borderLeft: 0 },
          },
        },
      },
    },
    RaList: {
      defaultProps: { authLoading: false },
      styleOverrides: {
        root: {
          '& .RaList-main': { minWidth: 0 },
          '& .RaList-content': { overflowX: 'auto', position: 'relative' },
        },
      },
    },
    // react-admin's reduced opacity has too little contrast.
    RaEmpty: {
      styleOverrides: {
        root: {
          '& .RaEmpty-message': { color: 'inherit' },
          '& .RaEmpty-icon': { width: '4em', height: '4em' },
        },
      },
    },
    RaLoading: { styleOverrides: { root: { '& .RaLoading-message': { color: 'inherit', fontFamily } } } },
    RaError: { styleOverrides: { root: { opacity: 1, fontFamily } } },
    RaToolbar: {
      styleOverrides: {
        root: {
          borderTop: `1px solid ${line}`,
          '&.RaToolbar-desktopToolbar': { backgroundColor: 'transparent' },
        },
      },
    },
    // Away from the toolbars of forms: on the left of a wide screen, at the bottom of a phone.
    RaNotification: {
      defaultProps: { anchorOrigin: { vertical: 'bottom', horizontal: 'right' } },
      styleOverrides: { root: { '@media (max-width: 599.95px)': { bottom: 80 } } },
    },
    RaDatagrid: { styleOverrides: { root: { '& .RaDatagrid-headerCell': { fontWeight: 600 } } } },
  } as RaThemeOptions['components'],
})

function createTheme(
  base: RaThemeOptions,
  own: RaThemeOptions,
  palette: RaThemeOptions['palette'],
): RaThemeOptions {
  return {
    ...base,
    ...own,
    palette: { ...base.palette, ...palette },
    typography: { ...base.typography, ...own.typography } as RaThemeOptions['typography'],
    components: { ...base.components, ...own.components },
  }
}

export const lightTheme = createTheme(
  defaultLightTheme,
  sharedOptions('#dfe3e8', { background: '#173a5c', text: '#ffffff' }),
  {
    mode: 'light',
    primary: { main: '#1f5c99', dark: '#173a5c', light: '#4b83ba' },
    secondary: { main: '#1f5c99', contrastText: '#ffffff' },
    success: { main: '#2a6f3c' },
    warning: { main: '#8f5200' },
    error: { main: '#b3261e' },
    info: { main: '#1f5c99' },
    text: { primary: '#1b2430', secondary: '#4d5967' },
    background: { default: '#f5f7f9', paper: '#ffffff' },
    divider: '#dfe3e8',
  },
)

export const darkTheme = createTheme(
  defaultDarkTheme,
  sharedOptions('#2c3641', { background: '#121a22', text: '#e8edf2' }),
  {
    mode: 'dark',
    primary: { main: '#8cc0f2', dark: '#5b9bd6', light: '#b5d8f8' },
    secondary: { main: '#8cc0f2', contrastText: '#0d151d' },
    success: { main: '#7fcb91' },
    warning: { main: '#efb65a' },
    error: { main: '#ff9d94' },
    info: { main: '#8cc0f2' },
    text: { primary: '#e8edf2', secondary: '#a9b5c1' },
    background: { default: '#10161c', paper: '#18212a' },
    divider: '#2c3641',
  },
)
