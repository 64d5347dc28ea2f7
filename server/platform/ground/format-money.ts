// Amounts of money in a language. Without imports, because the pages for visitors and the widget write the same.

/** An amount as it is written in a language. A currency that is no ISO code stands behind it. */
export function formatMoney(
  { amount, currency }: { amount: string | number; currency: string },
  { locale }: { locale: string },
): string {
  if (/^[A-Z]{3}$/.test(currency))
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount))
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(Number(amount))} ${currency}`
}
