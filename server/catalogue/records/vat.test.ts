import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountsAgree, formatHundredths, grossOf, netOf, parseHundredths } from './vat.ts'

test('amounts are parsed and formatted exactly', () => {
  for (const [text, cents] of [
    ['0.00', 0n],
    ['0.05', 5n],
    ['-0.05', -5n],
    ['1190.00', 119000n],
    ['9999999999.99', 999999999999n],
  ] as const) {
    assert.equal(parseHundredths(text), cents)
    assert.equal(formatHundredths(cents), text)
  }
  assert.equal(parseHundredths('7'), 700n)
  assert.equal(parseHundredths('7.5'), 750n)
  assert.throws(() => parseHundredths('1,50'))
})

test('gross and net are computed from each other, rounding half away from zero', () => {
  assert.equal(grossOf('1000.00', 19), '1190.00')
  assert.equal(netOf('1190.00', 19), '1000.00')
  // As floating-point numbers, these would be 1.004 or 8.574999…
  assert.equal(grossOf('1.05', 10), '1.16')
  assert.equal(grossOf('8.15', 5.25), '8.58')
  assert.equal(netOf('100.00', 7), '93.46')
  assert.equal(grossOf('-1.05', 10), '-1.16')
  assert.equal(grossOf('0.10', 0), '0.10')
})

test('amounts agree only if one follows from the other', () => {
  const vat = fc.integer({ min: 0, max: 10_000 }).map((hundredthsOfPercent) => hundredthsOfPercent / 100)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), vat, (cents, percent) => {
      const amount = formatHundredths(cents)
      assert.ok(amountsAgree(amount, grossOf(amount, percent), percent))
      assert.ok(amountsAgree(netOf(amount, percent), amount, percent))
      assert.ok(
        !amountsAgree(amount, formatHundredths(parseHundredths(grossOf(amount, percent)) + 3n), percent),
      )
    }),
  )
  assert.ok(!amountsAgree('1000.00', '1000.00', 19))
})
