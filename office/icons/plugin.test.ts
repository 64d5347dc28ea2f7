// The icons that the back office shows are those of @iconify-json/ic.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { glyph } from './plugin.ts'

const office = join(import.meta.dirname, '..')

test('every icon that the back office imports has a glyph; an unknown one fails', () => {
  const sources = readdirSync(office, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const names = sources.flatMap((name) =>
    [...readFileSync(join(office, name), 'utf8').matchAll(/'@mui\/icons-material\/(\w+)'/g)].map(
      ([, icon]) => icon!,
    ),
  )
  assert.ok(names.length > 100)
  for (const name of new Set(names)) assert.match(glyph(name), /^<(path|g|circle|rect)\b/, name)
  assert.throws(() => glyph('NoSuchIcon'), /no icon NoSuchIcon \(baseline-no-such-icon/)
})

test('names with digits, styles and abbreviations', () => {
  for (const name of ['Add', 'Brightness4', 'StickyNote2Outlined', 'ThumbUpRounded'])
    assert.ok(glyph(name), name)
  assert.notEqual(glyph('Delete'), glyph('DeleteOutlined'))
})
