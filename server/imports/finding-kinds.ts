// The findings of a file: what it may have damaged or hides, each with the option of the plan that answers it. Without imports, because the
// back office asks the same.

/** The option that is proposed for a finding; '': there is none, the file has to be corrected. */
export const findingKinds = {
  /** A spreadsheet has shortened a number: 4.91714E+11. */
  damagedNumber: { option: 'omitDamagedNumbers' },
  /** Postcodes of four digits. */
  shortZip: { option: 'padZips' },
  hiddenRow: { option: 'skipHiddenRows' },
  /** Empty cells of a merged area. */
  mergedCell: { option: 'fillMergedCells' },
  emptyFormula: { option: '' },
} as const
export type FindingKind = keyof typeof findingKinds
export const findingKindNames = Object.keys(findingKinds) as FindingKind[]
