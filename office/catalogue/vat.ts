// Net and gross of a price, computed as on the server.
import { grossOf as grossText, netOf as netText } from '../../server/catalogue/records/vat.ts'

export const grossOf = (net: number, vatRate: number): number => Number(grossText(net.toFixed(2), vatRate))
export const netOf = (gross: number, vatRate: number): number => Number(netText(gross.toFixed(2), vatRate))
