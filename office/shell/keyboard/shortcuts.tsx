// The keyboard shortcuts of every page. They press what the page shows, so that they need no rights of their own.
import { Suspense, useEffect } from 'react'
import { lazyComponent } from '../section/lazy-component.tsx'
import { useLetterKeys } from './letter-keys.ts'
import { showShortcuts, useShortcutsShown } from './shortcuts-dialog-state.ts'

const ShortcutsDialog = lazyComponent(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

const typedInto =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable=true], [role=combobox], [role=spinbutton], [role=listbox] *, [role=tree] *'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typedInto))

const isDialogOpen = (): boolean => document.querySelector('.MuiModal-root:not(.MuiModal-hidden)') !== null

const content = (): Element | null => document.querySelector('.RaLayout-content')

/** Follows the first visible link of the page to a path. */
function follow(path: string): boolean {
  const links = [...(content()?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])]
  const link = links.find(
    (one) => one.getAttribute('href')?.replace(/\?.*$/, '') === `#${path}` && one.checkVisibility(),
  )
  link?.click()
  return link !== undefined
}

function focusSearch(): boolean {
  const field = content()?.querySelector<HTMLInputElement>('input[name=q], input[type=search]')
  field?.select()
  return field !== null && field !== undefined
}

/** The effect of each key on a page; false: none. */
const actions: Record<string, (path: string) => boolean> = {
  '?': () => {
    showShortcuts()
    return true
  },
  '/': focusSearch,
  n: (path) => /^\/[\w-]+$/.test(path) && follow(`${path}/create`),
  e: (path) => {
    const [, record, page] = /^(\/[\w-]+\/\d+)(\/show)?$/.exec(path) ?? []
    return record !== undefined && follow(page ? record : `${record}/edit`)
  },
}

export function Shortcuts() {
  const isShown = useShortcutsShown()
  const [isOn] = useLetterKeys()
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || isDialogOpen()) return
      const path = window.location.hash.slice(1).replace(/\?.*$/, '')
      if (actions[event.key]?.(path)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
  return isShown ? (
    <Suspense fallback={null}>
      <ShortcutsDialog />
    </Suspense>
  ) : null
}
