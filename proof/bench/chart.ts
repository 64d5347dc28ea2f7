// Draws a plot with logarithmic axes as SVG.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, type Spec, View } from 'vega'
import { root } from '../support/processes.ts'

type Chart = {
  title: string
  subtitle: string
  x: { title: string; type: 'log' | 'point'; values: (string | number)[] }
  y: { title: string }
  /** `kind` sets the colour, `side` the stroke. */
  points: { x: string | number; y: number; kind: string; side: string }[]
}

const textColor = '#1f2328'
const colours = ['#0b5fff', '#c2410c', '#15803d', '#7e22ce']
const font = 'system-ui, sans-serif'

export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

function toVegaSpec({ title, subtitle, x, y, points }: Chart): Spec {
  const sides = unique(points.map((point) => point.side))
  const axis = {
    labelColor: textColor,
    titleColor: textColor,
    domainColor: textColor,
    tickColor: textColor,
    gridColor: '#d8dee4',
  }
  const dashes = { scale: 'side', field: 'side' }
  const legend = {
    labelColor: textColor,
    labelLimit: 320,
    labelFont: font,
    labelFontSize: 12,
    symbolSize: 300,
    orient: 'bottom',
    direction: 'vertical',
  } as const
  return {
    $schema: 'https://vega.github.io/schema/vega/v6.json',
    width: 560,
    height: 300,
    padding: 16,
    background: '#ffffff',
    config: {
      text: { font },
      axis: { labelFont: font, titleFont: font, labelFontSize: 12, titleFontSize: 13 },
    },
    title: {
      text: title,
      subtitle,
      color: textColor,
      subtitleColor: textColor,
      font,
      subtitleFont: font,
      anchor: 'start',
    },
    data: [{ name: 'points', values: points }],
    scales: [
      x.type === 'log'
        ? {
            name: 'x',
            type: 'log',
            domain: { data: 'points', field: 'x' },
            range: 'width',
            nice: false,
          }
        : { name: 'x', type: 'point', domain: x.values, range: 'width', padding: 0.3 },
      {
        name: 'y',
        type: 'log',
        domain: { data: 'points', field: 'y' },
        range: 'height',
        nice: true,
        zero: false,
      },
      { name: 'kind', type: 'ordinal', domain: unique(points.map((point) => point.kind)), range: colours },
      {
        name: 'side',
        type: 'ordinal',
        domain: sides,
        range: [
          [1, 0],
          [6, 4],
        ],
      },
    ],
    axes: [
      {
        orient: 'bottom',
        scale: 'x',
        title: x.title,
        values: x.values,
        ...(x.type === 'log' ? { format: ',' } : {}),
        ...axis,
      },
      { orient: 'left', scale: 'y', title: y.title, grid: true, format: ',~g', tickCount: 6, ...axis },
    ],
    legends: [
      { stroke: 'kind', symbolType: 'stroke', symbolStrokeWidth: 3, ...legend },
      ...(sides.length > 1
        ? [
            {
              strokeDash: 'side',
              symbolType: 'stroke',
              symbolStrokeColor: textColor,
              symbolStrokeWidth: 2,
              ...legend,
            },
          ]
        : []),
    ],
    marks: [
      {
        type: 'group',
        from: { facet: { name: 'series', data: 'points', groupby: ['kind', 'side'] } },
        marks: [
          {
            type: 'line',
            from: { data: 'series' },
            encode: {
              enter: {
                x: { scale: 'x', field: 'x' },
                y: { scale: 'y', field: 'y' },
                stroke: { scale: 'kind', field: 'kind' },
                strokeDash: dashes,
                strokeWidth: { value: 2 },
              },
            },
          },
          {
            type: 'symbol',
            from: { data: 'series' },
            encode: {
              enter: {
                x: { scale: 'x', field: 'x' },
                y: { scale: 'y', field: 'y' },
                fill: { scale: 'kind', field: 'kind' },
                size: { value: 40 },
              },
            },
          },
        ],
      },
    ],
  } as Spec
}

/** Writes docs/pictures/bench-`name`.svg. */
export async function drawChart(name: string, chart: Chart): Promise<void> {
  const view = new View(parse(toVegaSpec(chart)), { renderer: 'none' })
  await writeFile(join(root, 'docs/pictures', `bench-${name}.svg`), `${await view.toSVG()}\n`)
  view.finalize()
}
