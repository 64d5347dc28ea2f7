import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './frame/app.tsx'

const container = document.getElementById('office')
if (container)
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )

// A page's file is gone where the server was renewed meanwhile: the new page knows the new names.
window.addEventListener('vite:preloadError', () => window.location.reload())
