import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { ordersTexts } from './texts.ts'

const OrderList = lazyComponent(async () => (await import('./order-list.tsx')).OrderList)
const OrderPage = lazyComponent(async () => (await import('./order-page.tsx')).OrderPage)

const right = 'booking:access'

export const section: OfficeSection = {
  resources: [{ name: 'orders', list: <OrderList />, edit: <OrderPage />, right }],
  texts: ordersTexts,
}
