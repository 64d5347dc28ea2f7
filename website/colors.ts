// The colours of the pages for visitors and of the widget, light and dark. All follow from the neutral ones and one accent.

export const defaultAccent = '#1d5fae'

type Rgb = readonly [number, number, number]

const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb

/** @param share of the second colour */
function mix(one: string, other: string, share: number): string {
  const [from, to] = [rgbOf(one), rgbOf(other)]
  const parts = from.map((part, at) => Math.round(part + (to[at]! - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever contrasts more with a colour. */
const textOn = (color: string): string => (luminanceOf(color) > 0.179 ? '#000000' : '#ffffff')

/** A colour, as little mixed with another one as a contrast on all backgrounds takes. */
function readable(color: string, towards: string, backs: readonly string[], contrast: number): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, towards, share)
    if (backs.every((back) => contrastOf(mixed, back) >= contrast)) return mixed
  }
  return towards
}

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
  const towards = scheme === 0 ? '#000000' : '#ffffff'
  // Buttons are seen on both backgrounds.
  const button = readable(accent, towards, [own.card, own.back], 3)
  const tint = mix(own.card, accent, scheme === 0 ? 0.08 : 0.18)
  return {
    ...own,
    accent: button,
    on: textOn(button),
    tint,
    link: readable(accent, towards, [own.card, own.back, tint], 4.5),
  }
}
