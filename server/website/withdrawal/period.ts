// Until when a consumer can withdraw.
import { Temporal } from 'temporal-polyfill'
import { withdrawalDays } from '../../bookings/orders/withdrawal-days.ts'

/**
 * The last day of the period for an order of a day (`YYYY-MM-DD`): 14 days later (§ 355 BGB), or the next working day after it (§ 193 BGB).
 */
export function lastWithdrawalDay(orderedOn: string, isHoliday: (day: string) => boolean): string {
  let day = Temporal.PlainDate.from(orderedOn).add({ days: withdrawalDays })
  while (day.dayOfWeek > 5 || isHoliday(day.toString())) day = day.add({ days: 1 })
  return day.toString()
}
