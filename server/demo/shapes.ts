// The shapes that the demo's drawings are made of, as SVG.

/** Stands for the colour of an area. */
export const areaColor = '§'
export const sun = '#f2b134'

export const ink = '#26323d'

export const stroke = (d: string, color = areaColor, width = 14): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

export const fill = (d: string, color = areaColor): string => `<path d="${d}" fill="${color}"/>`

export const bar = (x: number, y: number, width: number, height: number, color = areaColor): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${color}"/>`

export const dot = (x: number, y: number, radius: number, color = areaColor): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`

export const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
