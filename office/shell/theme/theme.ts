// The theme: compact, light and dark, with a contrast of at least AA.
import { alpha, type Theme } from '@mui/material/styles'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { fontFamily } from './font.ts'
import { colors, heights, media, type Scheme, sidebar, sizes, tabular } from './tokens.ts'

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

const typography = {
  fontFamily,
  fontSize: 14,
  body1: { fontSize: sizes.body },
  body2: { fontSize: sizes.small },
  caption: { fontSize: sizes.caption },
  h1: { fontSize: sizes.heading1, fontWeight: 600, lineHeight: 1.3, letterSpacing: '-0.01em' },
  h2: { fontSize: sizes.heading2, fontWeight: 600, lineHeight: 1.35 },
  h3: { fontSize: sizes.heading3, fontWeight: 600, lineHeight: 1.4 },
  h4: { fontSize: sizes.body, fontWeight: 600, lineHeight: 1.45 },
  h5: { fontSize: sizes.body, fontWeight: 600, lineHeight: 1.45 },
  h6: { fontSize: sizes.body, fontWeight: 600, lineHeight: 1.45 },
  button: { fontSize: sizes.small, textTransform: 'none', fontWeight: 600 },
  overline: { fontSize: sizes.caption, fontWeight: 600, lineHeight: 2, textTransform: 'none' },
} as const

/** MUI's own components. */
const muiComponents = (line: string, bar: { background: string; text: string }) => ({
  MuiAppBar: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: { background: bar.background, color: bar.text, borderBottom: `1px solid ${line}` },
    },
  },
  // Words that are longer than their line.
  MuiCssBaseline: { styleOverrides: { body: { overflowWrap: 'break-word' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiTableRow: {
    styleOverrides: { root: { '&:focus-visible': { outline: '2px solid', outlineOffset: -2 } } },
  },
  MuiTableCell: {
    styleOverrides: {
      root: { borderColor: line, fontSize: sizes.small },
      alignRight: tabular,
      head: { fontWeight: 600, whiteSpace: 'nowrap' },
      sizeSmall: { padding: '3px 10px' },
      paddingCheckbox: { padding: '0 0 0 8px' },
    },
  },
  // Hidden texts scroll with their table.
  MuiTableContainer: { styleOverrides: { root: { position: 'relative' } } },
  MuiTablePagination: { styleOverrides: { root: tabular } },
  MuiBadge: { styleOverrides: { badge: tabular } },
  MuiChip: { styleOverrides: { root: tabular, sizeSmall: { height: 22, fontSize: sizes.caption } } },
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
  // It stands beside its text, or in a button that has a name.
  MuiCircularProgress: { defaultProps: { 'aria-hidden': true } },
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
})

/** The menu, the layout, forms and the page of a record. */
const pageComponents = (line: string) => ({
  RaMenuItemLink: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        borderRadius: 6,
        margin: '0 8px',
        padding: '0 10px',
        fontSize: sizes.body,
        lineHeight: 1.3,
        '& .RaMenuItemLink-icon': { minWidth: 32 },
        '& .MuiSvgIcon-root': { fontSize: 20 },
        '& .MuiBadge-badge': { height: 16, minWidth: 16, padding: '0 4px', top: 3 },
        '&.MuiMenuItem-root': {
          minHeight: heights.menuItem,
          [media.touch]: { minHeight: heights.touchMenuItem },
        },
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
  RaLayout: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaLayout-content': { minWidth: 0, padding: '8px 20px', borderLeft: `1px solid ${line}` },
        [media.phone]: {
          '& .RaLayout-content': { padding: '4px 12px 16px', borderLeft: 0 },
        },
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
    styleOverrides: { root: { [media.phone]: { bottom: 80 } } },
  },
})

/** Lists with their toolbars. */
const listComponents = {
  // Buttons are beside the filters, or below them if there is no room.
  RaListToolbar: {
    styleOverrides: {
      root: {
        '@media (min-width: 600px)': {
          flexWrap: 'wrap',
          alignItems: 'center',
          '& > *:last-child': { marginLeft: 'auto' },
        },
        [media.phone]: { backgroundColor: 'transparent' },
      },
    },
  },
  RaTopToolbar: {
    styleOverrides: {
      root: {
        '@media (min-width: 600px)': { flex: '0 0 auto', gap: 4, padding: '0 0 8px', minHeight: 0 },
        [media.phone]: { backgroundColor: 'transparent' },
      },
    },
  },
  RaFilterForm: {
    styleOverrides: {
      root: {
        '@media (min-width: 600px)': { flex: '0 1 auto', minHeight: 0, padding: '0 0 8px' },
        rowGap: 8,
        '& .RaFilterForm-filterFormInput .MuiFormControl-root': { marginTop: 0, marginBottom: 0 },
        // Room for the buttons beside them.
        '@media (min-width: 900px)': {
          '& [data-source=q] .MuiFormControl-root': { width: 170 },
          '& .MuiPickersTextField-root': { width: 152 },
        },
      },
    },
  },
  RaFilterFormInput: {
    styleOverrides: { root: { '& .RaFilterFormInput-spacer': { width: 8 } } },
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
  // Below the table, and on a phone at the lower edge of the screen: always in sight, and no row moves when one is selected.
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: {
        order: 1,
        position: 'sticky',
        bottom: 0,
        zIndex: 3,
        '& .RaBulkActionsToolbar-toolbar': {
          position: 'static',
          transform: 'none',
          transition: 'none',
          flexWrap: 'wrap',
          justifyContent: 'flex-start',
          columnGap: 16,
          height: 'auto',
          minHeight: 40,
          borderRadius: 0,
        },
        // Otherwise its buttons could be reached with the keyboard.
        '& .RaBulkActionsToolbar-collapsed': { display: 'none' },
        '& .RaBulkActionsToolbar-topToolbar': { flex: '0 1 auto', flexWrap: 'wrap', padding: 0 },
      },
    },
  },
}

const sharedOptions = (line: string, bar: { background: string; text: string }): RaThemeOptions => ({
  shape: { borderRadius: 6 },
  motion: { reducedMotion: 'system' },
  sidebar,
  typography,
  components: {
    ...muiComponents(line, bar),
    ...pageComponents(line),
    ...listComponents,
  } as RaThemeOptions['components'],
})

function createTheme(base: RaThemeOptions, scheme: Scheme): RaThemeOptions {
  const color = (name: keyof typeof colors) => colors[name][scheme]
  const accent = color('accent')
  const own = sharedOptions(color('line'), { background: color('bar'), text: color('onBar') })
  return {
    ...base,
    ...own,
    palette: {
      ...base.palette,
      mode: scheme,
      primary: { main: accent, dark: color('accentStrong'), light: color('accentSoft') },
      secondary: { main: accent, contrastText: color('onAccent') },
      success: { main: color('success') },
      warning: { main: color('warning') },
      error: { main: color('error') },
      info: { main: accent },
      text: { primary: color('text'), secondary: color('mutedText') },
      background: { default: color('page'), paper: color('surface') },
      divider: color('line'),
    },
    typography: { ...base.typography, ...own.typography } as RaThemeOptions['typography'],
    components: { ...base.components, ...own.components },
  }
}

export const lightTheme = createTheme(defaultLightTheme, 'light')
export const darkTheme = createTheme(defaultDarkTheme, 'dark')
