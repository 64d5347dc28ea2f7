// Builds the widget for websites into one file.
import { join } from 'node:path'
import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: join(import.meta.dirname, '../dist/widget'),
    target: 'es2022',
    reportCompressedSize: false,
    emptyOutDir: true,
    copyPublicDir: false,
    lib: { entry: 'main.ts', formats: ['iife'], name: 'kontor', fileName: () => 'v1.js' },
  },
})
