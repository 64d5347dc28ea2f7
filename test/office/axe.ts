// axe in a page: `context.addInitScript(axe)`, then `violationsOf(page)`.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string
  nodes: { html: string; target: string[] }[]
}
declare const window: { axe: { run(options: object): Promise<{ violations: Violation[] }> } }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Findings of axe that are serious or critical, or of the given impacts. @param runOnly rules or their tags */
export async function violationsOf(
  page: Page,
  { impacts = ['serious', 'critical'], runOnly = wcag } = {},
): Promise<string[]> {
  const { violations } = await page.evaluate(
    (rules) => window.axe.run({ runOnly: rules, resultTypes: ['violations'], preload: false }),
    runOnly,
  )
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.target} ${nodes[0]?.html.slice(0, 200)}`)
}
