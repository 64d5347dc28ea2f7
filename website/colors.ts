// The colours of the pages for visitors and of the widget, light and dark. All follow from the neutral ones and one accent.
import { mixed, textOn, visibleOn } from './contrast.ts'

export const defaultAccent = '#1d5fae'

/** Light and dark. `line` is the border of fields and buttons (3:1), `fine` separates. */
const neutral = {
  text: ['#14181f', '#eef0f3'],
  soft: ['#4d5663', '#b2bac5'],
  back: ['#f5f6f8', '#121519'],
  card: ['#ffffff', '#1b1f25'],
  line: ['#767f8c', '#8a939f'],
  fine: ['#dfe3e8', '#333a43'],
  good: ['#17653a', '#7fd09a'],
  warn: ['#8a4a00', '#f0b562'],
  bad: ['#b3261e', '#ff9d94'],
} as const

type ColorName = keyof typeof neutral | 'accent' | 'on' | 'link' | 'tint'

/**
 * @param accent `#rrggbb` of buttons; `link` is the accent as a text, `tint` the back of what it marks
 * @returns for light and dark
 */
export function colorsOf(accent: string, scheme: 0 | 1): Record<ColorName, string> {
  const own = Object.fromEntries(
    Object.entries(neutral).map(([name, pair]) => [name, pair[scheme]]),
  ) as Record<keyof typeof neutral, string>
  const { card, back } = own
  const tint = mixed(card, accent, scheme === 0 ? 0.08 : 0.18)
  const button = visibleOn([card, back], accent)
  return {
    ...own,
    accent: button,
    on: textOn(button),
    tint,
    link: visibleOn([card, back, tint], accent, 4.5),
  }
}
