// The common parts of the elements of the widget: the client, the language, the shadow root, and the content.
import { type ComponentChildren, h, render, type VNode } from 'preact'
import { createClient, type KontorClient, KontorError } from '../../clients/typescript/src/index.ts'
import { widgetStyle } from '../../website/style.ts'
import { type Texts, textsOf } from '../../website/texts.ts'

/** An IIFE is a classic script; where it is loaded as a module, its element is looked for. */
const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/widget/v1.js"]')

const baseUrl = script?.src ? new URL(script.src).origin : location.origin

/** @param url of Kontor, which may be a path */
export const addressOf = (url: string): string => new URL(url, baseUrl).href

/** The day where the visitor is. @param timeZone another place */
export const localDay = (timeZone?: string): string =>
  new Date().toLocaleDateString('sv', timeZone ? { timeZone } : {})

const style = new CSSStyleSheet()
style.replaceSync(widgetStyle())

/** Shown once for all that are nested: consumers withdraw without looking for it (§ 356a BGB). */
const footer = (texts: Texts): VNode =>
  h(
    'p',
    { class: 'soft' },
    h('a', { href: `${baseUrl}/withdraw?lang=${texts.language}`, target: '_blank' }, texts.withdraw),
  )

const causes: Readonly<Record<number, 'key' | 'missing'>> = {
  401: 'key',
  403: 'key',
  404: 'missing',
  410: 'missing',
}

/** The text for an error. A browser does not tell a refused origin from a missing network: a file that every page may load does. */
export async function causeOf(error: unknown): Promise<'key' | 'missing' | 'network' | 'other'> {
  if (error instanceof KontorError) return causes[error.status] ?? 'other'
  const { name, message } = error as Error
  if (name === 'TypeError' && message.startsWith('key:')) return 'key'
  if (name !== 'TypeError' && name !== 'TimeoutError') return 'other'
  return fetch(`${baseUrl}/widget/v1.js`, { method: 'HEAD', mode: 'no-cors', cache: 'no-store' }).then(
    () => 'key',
    () => 'network',
  )
}

/**
 * An element of the widget. Attributes of all: `key` (or `data-key` of the script), `informal`, and `lang` of it or around it.
 * The content of a subclass is loaded anew when an attribute changes.
 */
export abstract class KontorElement extends HTMLElement {
  protected readonly root = this.attachShadow({ mode: 'open' })
  protected client!: KontorClient
  protected texts!: Texts
  #isStale = false
  #opened = Promise.resolve()

  constructor() {
    super()
    this.root.adoptedStyleSheets = [style]
    this.root.addEventListener('click', (event) => this.onClick(event as MouseEvent))
  }

  connectedCallback(): void {
    this.#reload()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#reload()
  }

  /** Loads and shows. Attributes that change at once load once. */
  #reload(): void {
    if (this.#isStale) return
    this.#isStale = true
    queueMicrotask(() => {
      this.#isStale = false
      // In turn: the last request decides the content.
      this.#opened = this.#opened.then(() => this.#open())
    })
  }

  async #open(): Promise<void> {
    const language = this.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang
    this.texts = textsOf(
      /^en\b/i.test(language || navigator.language) ? 'en' : 'de',
      this.hasAttribute('informal') ? 'informal' : 'formal',
    )
    try {
      const key = this.getAttribute('key') ?? script?.dataset['key'] ?? ''
      this.client = createClient({ baseUrl, key })
      this.setAttribute('aria-busy', 'true')
      await this.load()
    } catch (error) {
      await this.fail(error)
    } finally {
      this.removeAttribute('aria-busy')
    }
  }

  /** Loads what the element shows, and shows it. */
  protected abstract load(): Promise<void>

  /** Whether another element of the widget shows this one. */
  protected get isNested(): boolean {
    const root = this.getRootNode()
    return root instanceof ShadowRoot && root.host instanceof KontorElement
  }

  protected show(...content: ComponentChildren[]): void {
    render(
      h('div', { lang: this.texts.language }, [...content, this.isNested ? null : footer(this.texts)]),
      this.root,
    )
  }

  /** Shows why nothing can be shown. For those who build the website, the console has the details. */
  protected async fail(error: unknown): Promise<void> {
    console.error(`<${this.localName}>`, error)
    this.show(h('p', { role: 'alert' }, this.texts.errors[await causeOf(error)]))
  }

  protected onClick(_event: MouseEvent): void {}

  /** Moves the focus, also to elements that take none by themselves. */
  protected focusOn(target: HTMLElement | null | undefined): void {
    if (!target) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
  }
}
