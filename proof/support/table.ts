/** A table in Markdown. @param lines the first has the titles @param isText whether a column is aligned to the left */
export function formatTable(
  lines: readonly (readonly string[])[],
  isText: (column: number) => boolean,
): string {
  const [head = [], ...rows] = lines
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => line[column]!.length)))
  const rule = widths.map((width, column) =>
    isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  const aligned = (line: readonly string[]) =>
    line.map((cell, column) =>
      isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
  return [aligned(head), rule, ...rows.map(aligned)].map((line) => `| ${line.join(' | ')} |`).join('\n')
}
