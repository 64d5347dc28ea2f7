// The demo's portraits of trainers, without likeness to anybody, as SVG.

import { seededRandom } from './random.ts'
import { bar, dot, fill, ink, stroke, svg } from './shapes.ts'

export const portraitSize = 320

const dark = ['#2a211c', '#4b3526', '#8d8d92']
const looks = [
  { skin: '#f3d3bd', hairs: [...dark, '#7b5230', '#b98a4a', '#a3442a'] },
  { skin: '#e6b894', hairs: [...dark, '#7b5230', '#b98a4a'] },
  { skin: '#c98d63', hairs: dark },
  { skin: '#9a643f', hairs: dark },
  { skin: '#6e4429', hairs: dark },
]
const clothes = ['#1f6f8b', '#8b3a62', '#5b5b8c', '#3c7a3c', '#c2641c', '#44525e']

export function drawPortrait(trainerId: number, hasLongHair: boolean): string {
  const random = seededRandom(trainerId, 'portrait')
  const { skin, hairs } = random.pick(looks)
  const [hair, cloth] = [random.pick(hairs), random.pick(clothes)]
  const long = hasLongHair
    ? fill('M76 150C70 60 250 60 244 150C250 210 246 240 232 256H88C74 240 70 210 76 150Z', hair)
    : ''
  const glasses = random.chance(0.3)
    ? `<g fill="none" stroke="${ink}" stroke-width="5"><circle cx="132" cy="150" r="19"/><circle cx="188" cy="150" r="19"/><path d="M151 150h18"/></g>`
    : ''
  const beard =
    !hasLongHair && random.chance(0.35)
      ? fill(
          'M100 165C100 235 130 246 160 246S220 235 220 165C210 200 190 196 160 196S110 200 100 165Z',
          hair,
        )
      : ''
  const face = `<ellipse cx="160" cy="155" rx="62" ry="76" fill="${skin}"/>`
  const fringe = hasLongHair
    ? fill('M96 140C96 80 224 80 224 140C200 128 190 104 160 104S120 128 96 140Z', hair)
    : fill('M96 146C84 60 236 60 224 146C216 116 200 108 160 108S104 116 96 146Z', hair)
  const eyes = dot(134, 150, 6, ink) + dot(186, 150, 6, ink)
  const mouth = stroke('M140 192Q160 208 180 192', '#8f3b34', 6)
  const body = fill('M30 320C36 250 90 236 130 228L160 250 190 228C230 236 284 250 290 320Z', cloth)
  const neck = bar(136, 205, 48, 50, skin)
  return svg(
    portraitSize,
    portraitSize,
    `<rect width="320" height="320" fill="${random.pick(['#e4ebef', '#efe7dc', '#e6e9df', '#ece3ea'])}"/>${long}${neck}${body}${face}${beard}${fringe}${eyes}${glasses}${mouth}`,
  )
}
