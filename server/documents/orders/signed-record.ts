// The content of the record of an order, and how it is proven.
import type { Language } from '../../platform/ground/language.ts'
import type { OrderSection } from './order-sections.ts'

/** Where a visitor orders. */
export type OrderChannel = {
  /** The name of the website key. */
  key: string
  /** The address of the page without its query; '': not known. */
  page: string
}

/** The signed content. Its texts are those of the day, so that no later version shows it otherwise. */
export type OrderRecord = {
  format: 1
  code: string
  recordedAt: string
  language: Language
  channel: OrderChannel
  /** The version of Kontor. */
  kontor: string
  shown: OrderSection[]
  /** `sha256`: of the text, as HTML. Not `isAccepted`: shown without a tick. */
  terms: { title: string; version: number; language: Language; isAccepted: boolean; sha256: string }[]
}

/** A record with what proves it. */
export type SignedOrderRecord = {
  clientId: number
  client: string
  record: OrderRecord
  /** The signed text. */
  payload: string
  /** Of the signed text, in hexadecimal digits. */
  sha256: string
  /** In base64url. */
  signature: string
  fingerprint: string
  /** In PEM. */
  publicKey: string
  isValid: boolean
}
