// The search button of the app bar; Ctrl-K or Cmd-K opens the search on every page.
import SearchIcon from '@mui/icons-material/Search'
import { Box, ButtonBase, Tooltip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { useRememberOpened } from './opened.ts'

const SearchDialog = lazyComponent(async () => (await import('./search-dialog.tsx')).SearchDialog)
const BookDialog = lazyComponent(async () => (await import('./book-dialog.tsx')).BookDialog)

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** On narrow screens the text is visible to screen readers only. */
const narrowHidden = {
  position: { xs: 'absolute', md: 'static' },
  clipPath: { xs: 'inset(50%)', md: 'none' },
  whiteSpace: 'nowrap',
}

export function SearchButton() {
  const translate = useTranslate()
  const keys = isApple ? '⌘K' : translate('search.keys')
  const [open, setOpen] = useState(false)
  // The dialog stays mounted after it was closed, so that it keeps the query.
  const [isLoaded, setLoaded] = useState(false)
  const [booking, setBooking] = useState<{ contactId?: number | undefined }>()
  useRememberOpened()

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (!(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setLoaded(true)
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const openDialog = (): void => {
    setLoaded(true)
    setOpen(true)
  }
  return (
    <>
      <Tooltip describeChild title={translate('search.open')}>
        <ButtonBase
          onClick={openDialog}
          aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
          aria-haspopup="dialog"
          sx={{
            gap: 1,
            mx: 1,
            px: 1.25,
            height: 34,
            borderRadius: 1.5,
            border: '1px solid',
            borderColor: 'rgba(255, 255, 255, 0.35)',
            background: 'rgba(255, 255, 255, 0.1)',
            font: 'inherit',
            fontSize: 'body2.fontSize',
            '&:hover': { background: 'rgba(255, 255, 255, 0.18)' },
          }}
        >
          <SearchIcon fontSize="small" />
          <Box component="span" sx={narrowHidden}>
            {translate('search.label')}
          </Box>
          <Box
            component="kbd"
            sx={{
              display: { xs: 'none', md: 'inline' },
              font: 'inherit',
              fontSize: 'caption.fontSize',
              ml: 2,
            }}
          >
            {keys}
          </Box>
        </ButtonBase>
      </Tooltip>
      {isLoaded && (
        <Suspense fallback={null}>
          <SearchDialog
            open={open}
            onClose={() => setOpen(false)}
            onBook={(contactId) => setBooking({ contactId })}
          />
        </Suspense>
      )}
      {booking && (
        <Suspense fallback={null}>
          <BookDialog {...booking} onClose={() => setBooking(undefined)} />
        </Suspense>
      )}
    </>
  )
}
