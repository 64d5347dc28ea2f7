// The abilities of a token by an operation of the interface, in words.
import { useTranslate } from 'ra-core'

export function useAbility(): (operationId: string) => string {
  const translate = useTranslate()
  return (operationId) => translate(`tokens.can.${operationId}`, { _: operationId })
}
