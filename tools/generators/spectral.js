import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'

export async function lintBySpectral(document) {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] })
  const found = await spectral.run(JSON.stringify(document))
  return found.map(({ code, message, path }) => [code, message, path])
}
