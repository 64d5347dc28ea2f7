import { createConfig, lintFromString } from '@redocly/openapi-core'

export async function lintByRedocly(document, ruleset) {
  const found = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: [ruleset] }),
  })
  return found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])
}
