// Builds the back office into static files with hashed names, and serves it while one works on it (`npm run dev:office`).
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconsPlugin } from './icons/plugin.ts'

const kontor = `http://127.0.0.1:${process.env['KONTOR_PORT'] ?? 8080}`

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: '/office/',
  plugins: [iconsPlugin(), react()],
  optimizeDeps: { rolldownOptions: { plugins: [iconsPlugin()] } },
  // The editor's packages must share one core, wherever they are installed.
  resolve: { dedupe: ['@tiptap/core', '@tiptap/pm'] },
  // The server puts a fresh nonce in its place with each request.
  html: command === 'build' ? { cspNonce: '__KONTOR_NONCE__' } : {},
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    // The common code of all pages is one file: it is compressed better than many, which repeat their common parts.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: { '/office/api': kontor, '/restapi': kontor },
  },
}))
