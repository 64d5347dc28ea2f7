// Sheets of labels and cards on A4, by the numbers of Avery Zweckform.

/** Lengths in mm. */
export type LabelFormat = {
  columns: number
  rows: number
  width: number
  height: number
  /** Of the first label. */
  left: number
  top: number
  /** From one label to the next. */
  stepX: number
  stepY: number
}

const joined = (columns: number, rows: number, width: number, height: number): LabelFormat => ({
  columns,
  rows,
  width,
  height,
  left: (210 - columns * width) / 2,
  top: (297 - rows * height) / 2,
  stepX: width,
  stepY: height,
})

export const labelFormats = {
  L4785: { columns: 2, rows: 5, width: 80, height: 50, left: 17.5, top: 13.5, stepX: 95, stepY: 55 },
  C32011: { columns: 2, rows: 5, width: 85, height: 54, left: 15, top: 13.5, stepX: 95, stepY: 54 },
  C32015: { columns: 2, rows: 4, width: 85, height: 54, left: 17, top: 31.5, stepX: 91, stepY: 60 },
  L7163: {
    columns: 2,
    rows: 7,
    width: 99.1,
    height: 38.1,
    left: 4.65,
    top: 15.15,
    stepX: 101.6,
    stepY: 38.1,
  },
  L7165: { columns: 2, rows: 4, width: 99.1, height: 67.7, left: 4.65, top: 13.1, stepX: 101.6, stepY: 67.7 },
  '3424': joined(2, 6, 105, 48),
  '3425': joined(2, 5, 105, 57),
  '3427': joined(2, 4, 105, 74),
  '3474': joined(3, 8, 70, 37),
  '3475': joined(3, 8, 70, 36),
} as const satisfies Record<string, LabelFormat>

export type LabelName = keyof typeof labelFormats

export const labelNames: readonly LabelName[] = Object.keys(labelFormats).filter(
  (name): name is LabelName => name in labelFormats,
)

/** The number of labels of a sheet. */
export const labelsOf = ({ columns, rows }: LabelFormat): number => columns * rows

/** The page and the upper left corner (mm) of a label, row by row. @param index from 0, free positions before the first included */
export function positionOf(format: LabelFormat, index: number): { page: number; x: number; y: number } {
  const onPage = index % labelsOf(format)
  return {
    page: Math.floor(index / labelsOf(format)),
    x: format.left + (onPage % format.columns) * format.stepX,
    y: format.top + Math.floor(onPage / format.columns) * format.stepY,
  }
}

/** Sheets of cards that are folded once, the name on both sides, by cards on a sheet. */
export const tableCardFormats = ['A4', 'A5'] as const
export type TableCardFormat = (typeof tableCardFormats)[number]
