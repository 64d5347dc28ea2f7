// The values of the design: colours of both schemes, sizes, space. office/design.md describes them.

/** Every colour, in the light scheme and in the dark one. */
export const colors = {
  /** Links, buttons, what is chosen. The only colour beside those of states. */
  accent: { light: '#1f5c99', dark: '#8cc0f2' },
  accentStrong: { light: '#173a5c', dark: '#5b9bd6' },
  accentSoft: { light: '#4b83ba', dark: '#b5d8f8' },
  onAccent: { light: '#ffffff', dark: '#0d151d' },
  success: { light: '#2a6f3c', dark: '#7fcb91' },
  warning: { light: '#8f5200', dark: '#efb65a' },
  error: { light: '#b3261e', dark: '#ff9d94' },
  text: { light: '#1b2430', dark: '#e8edf2' },
  mutedText: { light: '#4d5967', dark: '#a9b5c1' },
  page: { light: '#f5f7f9', dark: '#10161c' },
  surface: { light: '#ffffff', dark: '#18212a' },
  line: { light: '#e4e8ec', dark: '#28323c' },
  bar: { light: '#173a5c', dark: '#121a22' },
  onBar: { light: '#ffffff', dark: '#e8edf2' },
  chartBooked: { light: '#1f5c99', dark: '#5b9bd6' },
  chartReserved: { light: '#b86e00', dark: '#efb65a' },
  chartElsewhere: { light: '#7a8794', dark: '#8794a1' },
} as const

export type Scheme = 'light' | 'dark'

/** Sizes of text: 12, 13, 14, 16, 18 and 22 pixels, if the browser's size is 16. */
export const sizes = {
  caption: '0.75rem',
  small: '0.8125rem',
  body: '0.875rem',
  heading3: '1rem',
  heading2: '1.125rem',
  heading1: '1.375rem',
} as const

/** Digits of one width, so that numbers in a column are below each other. Not for words: their hyphens become as wide as digits. */
export const tabular = { fontVariantNumeric: 'tabular-nums' } as const

/** Heights, in pixels. Those of fingers are for screens without a mouse, and for narrow ones. */
export const heights = {
  row: 31,
  touchRow: 44,
  comfortableRow: 44,
  comfortableTouchRow: 56,
  menuItem: 26,
  touchMenuItem: 40,
} as const

export const sidebar = { width: 224, closedWidth: 52 }

export const media = {
  /** Lists scroll within the window. */
  wide: '@media (min-width: 900px) and (min-height: 600px)',
  phone: '@media (max-width: 599.95px)',
  touch: '@media (max-width: 599.95px), (pointer: coarse)',
} as const
