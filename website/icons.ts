// Icons of the pages for visitors and of the widget, drawn inline: no font, no further request.
import { h, type VNode } from 'preact'

/** Paths in a square of 24 units, drawn as lines. */
const paths = {
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18M12 7v5l3 2',
  pin: 'M12 21s7-6.2 7-11a7 7 0 10-14 0c0 4.8 7 11 7 11M12 7.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  person: 'M12 4a4 4 0 100 8 4 4 0 000-8M4 21c0-4 3.5-6 8-6s8 2 8 6',
  check: 'M4 12.5l5 5L20 6.5',
  language: 'M12 3a9 9 0 100 18 9 9 0 000-18M3 12h18M12 3c-6 6-6 12 0 18M12 3c6 6 6 12 0 18',
  filter: 'M3 6h18M7 12h10M10 18h4',
} as const
export type Icon = keyof typeof paths

export const icon = (name: Icon): VNode =>
  h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: paths[name] }))
