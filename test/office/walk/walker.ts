// A person at the back office who works by mouse, by keyboard alone, or with a finger on a phone; counts what it takes.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Visitor } from '../office.ts'
import type { Text } from './texts.ts'

/** Of the page. */
declare const document: {
  activeElement: PageElement | null
  body: PageElement
  documentElement: { scrollWidth: number; clientWidth: number }
}
interface PageElement {
  id: string
  contains(other: unknown): boolean
  compareDocumentPosition(other: unknown): number
  getAttribute(name: string): string | null
}

export type Input = 'mouse' | 'keyboard' | 'touch'

/** The effort of a job. */
export interface Effort {
  /** Clicks or taps; by keyboard, keys other than those of a text. */
  presses: number
  /** Texts and days that were typed. */
  fields: number
  milliseconds: number
}

const maxKeys = 400
/** Roles that arrow keys lead to. */
const byArrow = ['option', 'menuitem']

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => document.activeElement === (element as unknown))

/** Whether the list of a field closes. It stays open where another answer has just changed its options. */
const isClosed = (field: Locator): Promise<boolean> =>
  field
    .and(field.page().locator('[aria-expanded=true]'))
    .waitFor({ state: 'detached', timeout: 2000 })
    .then(
      () => true,
      () => false,
    )

export class Walker {
  readonly page: Page
  readonly input: Input
  readonly visitor: Visitor
  readonly text: Text
  readonly efforts = new Map<string, Effort>()
  #presses = 0
  #fields = 0
  /** Milliseconds for looking, which is no part of a job. */
  #looking = 0

  constructor(visitor: Visitor, input: Input, text: Text) {
    this.visitor = visitor
    this.page = visitor.page
    this.input = input
    this.text = text
  }

  /** Does a job, and notes what it takes. */
  async job(name: string, work: () => Promise<void>): Promise<void> {
    const [presses, fields, looking, start] = [this.#presses, this.#fields, this.#looking, performance.now()]
    await work()
    this.efforts.set(name, {
      presses: this.#presses - presses,
      fields: this.#fields - fields,
      milliseconds: performance.now() - start - (this.#looking - looking),
    })
  }

  async key(name: string): Promise<void> {
    this.#presses++
    await this.page.keyboard.press(name)
  }

  /** Clicks or taps it; by keyboard, leads the focus there and presses a key. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    if (this.input === 'keyboard') {
      await this.#focus(target)
      return this.key(key)
    }
    this.#presses++
    await (this.input === 'touch' ? target.tap() : target.click())
  }

  /** Chooses one of the answers of a group of radio buttons. */
  async answer(radio: Locator): Promise<void> {
    if (this.input !== 'keyboard') {
      this.#presses++
      // The label is what is pressed.
      const label = radio.locator('xpath=ancestor::label')
      return this.input === 'touch' ? label.tap() : label.click()
    }
    // Tab leads to the group, arrow keys to its answers.
    await this.#focus(radio.locator('xpath=ancestor::fieldset').getByRole('radio').first())
    if (await isFocused(radio)) return this.key('Space')
    while (!(await isFocused(radio))) await this.key('ArrowRight')
  }

  /** Drags it by mouse to another place. */
  async drag(from: Locator, to: Locator): Promise<void> {
    this.#presses++
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
    const { mouse } = this.page
    await mouse.move(start.x + 12, start.y + start.height / 2)
    await mouse.down()
    await mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
    await mouse.up()
  }

  /** Types into a field, in place of its text. */
  async type(field: Locator, typed: string): Promise<void> {
    await this.#enter(field)
    this.#fields++
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(typed)
  }

  /** Types a day `YYYY-MM-DD`; each completed part moves the focus to the next. */
  async typeDay(field: Locator, day: string): Promise<void> {
    await this.#enter(field.getByRole('spinbutton').first())
    this.#fields++
    await this.page.keyboard.type(day.split('-').toReversed().join(''))
  }

  /** Finds a record by a part of its name, and chooses it. */
  async choose(field: Locator, typed: string, name: string | RegExp): Promise<void> {
    await this.#enter(field)
    this.#fields++
    await this.page.keyboard.type(typed)
    await this.#option(field, this.page.getByRole('option', { name }).first())
  }

  /** Opens a record by the search of the app bar. `kind`: of the records there. */
  async find(kind: string, name: string): Promise<void> {
    if (this.input === 'keyboard') await this.key('Control+k')
    else
      await this.press(this.page.getByRole('banner').getByRole('button', { name: this.text('search.label') }))
    const field = this.page.getByRole('combobox', { name: this.text('search.label') })
    await field.and(this.page.locator(':focus')).waitFor()
    this.#fields++
    await this.page.keyboard.type(name)
    const group = this.page.getByRole('group', { name: this.text(`search.kind.${kind}`), exact: true })
    await this.#option(field, group.getByRole('option', { name }).first())
    await field.waitFor({ state: 'detached' })
    await this.visitor.settled()
  }

  /** Opens a page of the menu; by keyboard, as a command of the search. */
  async open(name: string): Promise<void> {
    if (this.input === 'keyboard') return this.find('command', name)
    if (this.input === 'touch')
      await this.press(this.page.getByRole('button', { name: this.text('ra.action.open_menu') }))
    await this.press(this.page.getByRole('menuitem', { name, exact: true }))
    await this.visitor.settled()
  }

  /**
   * Fails if something is wider than the screen, or the keyboard has lost its place.
   * @param picture takes a picture
   */
  async look(picture: () => Promise<unknown>): Promise<void> {
    const start = performance.now()
    await this.visitor.settled()
    const { scrollWidth, clientWidth } = await this.page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    assert.ok(scrollWidth <= clientWidth, `${this.page.url()} is ${scrollWidth} pixels wide`)
    await picture()
    if (this.input === 'keyboard' && (await this.#hasLostFocus())) await this.#goOn()
    this.#looking += performance.now() - start
  }

  /** A new page takes the focus soon after it is there. */
  async #hasLostFocus(): Promise<boolean> {
    const isLost = () => this.page.evaluate(() => document.activeElement === document.body)
    if (!(await isLost())) return false
    await this.page.waitForTimeout(300)
    return isLost()
  }

  /** The focused element is gone: the next key must go on from there, and not begin at the top of the page. */
  async #goOn(): Promise<void> {
    await this.key('Tab')
    const skipLink = this.page.getByText(this.text('ra.navigation.skip_nav'))
    const isAtTop = (await skipLink.and(this.page.locator(':focus')).count()) > 0
    assert.ok(!isAtTop, `${this.page.url()} has lost the focus`)
  }

  /** The focus in a field, as by a click into it. */
  async #enter(field: Locator): Promise<void> {
    await field.waitFor()
    if (await isFocused(field)) return
    if (this.input === 'keyboard') return this.#focus(field)
    this.#presses++
    await (this.input === 'touch' ? field.tap() : field.click())
  }

  /** Chooses an option of a list that a field shows. */
  async #option(field: Locator, option: Locator): Promise<void> {
    await option.waitFor()
    if (this.input !== 'keyboard') return this.press(option)
    for (let keys = 0; keys < maxKeys; keys++) {
      const [active, id] = [
        await field.getAttribute('aria-activedescendant'),
        await option.getAttribute('id'),
      ]
      if (active !== null && active === id) {
        await this.key('Enter')
        if (await isClosed(field)) return
      }
      await this.key('ArrowDown')
    }
    throw new Error(`no arrow key leads to ${option}`)
  }

  /** Leads the focus to an element by Tab, in menus by arrow keys. */
  async #focus(target: Locator): Promise<void> {
    await target.waitFor()
    const role = await target.getAttribute('role')
    const isInMenu = role !== null && byArrow.includes(role)
    for (let keys = 0; keys < maxKeys; keys++) {
      const key = await target.evaluate((element) => {
        const wanted = element as unknown as PageElement
        const focused = document.activeElement ?? document.body
        if (focused === wanted) return ''
        const follows = (focused.compareDocumentPosition(wanted) & 4) !== 0
        return follows ? 'Tab' : 'Shift+Tab'
      })
      if (key === '') return
      await this.key(isInMenu ? 'ArrowDown' : key)
    }
    throw new Error(`no key leads to ${target}`)
  }
}
