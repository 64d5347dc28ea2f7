// Contrast of colours (WCAG 2.2).

const channelsOf = (color: string): number[] => {
  const hex = color.length === 4 ? color.replace(/[\da-f]/gi, '$&$&') : color
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

/** The relative luminance of `#rgb` or `#rrggbb`. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever contrasts more with a colour. */
export const textOn = (color: string): string =>
  contrastOf(color, '#000') > contrastOf(color, '#fff') ? '#000' : '#fff'

const steps = 20

/** @param share of the second colour */
export const mixed = (one: string, other: string, share: number): string => {
  const target = channelsOf(other)
  return `#${channelsOf(one)
    .map((channel, at) =>
      Math.round(channel + (target[at]! - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/**
 * The nearest colour that buttons, borders and states can have on these backgrounds: mixed with black or white as little as needed.
 * @param minimum 4.5 of texts
 */
export function visibleOn(backgrounds: readonly string[], color: string, minimum = 3): string {
  const target = textOn(backgrounds[0]!) === '#000' ? '#000000' : '#ffffff'
  for (let step = 0; step <= steps; step++) {
    const nearest = mixed(color, target, step / steps)
    if (backgrounds.every((background) => contrastOf(nearest, background) >= minimum)) return nearest
  }
  return target
}
