// Builds the script of the page that checks certificates into one file, which the server writes into the page.
import { join } from 'node:path'
import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: join(import.meta.dirname, '../dist/verify'),
    // Old phones read QR codes as well.
    target: 'es2020',
    reportCompressedSize: false,
    emptyOutDir: true,
    copyPublicDir: false,
    lib: { entry: 'main.ts', formats: ['iife'], name: 'verify', fileName: () => 'verify.js' },
  },
})
